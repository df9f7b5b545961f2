# ruleid: terraform-azure-vault-key-without-end
resource "azurerm_key_vault_secret" "example_1" {
  name = "a"
}

# ok: terraform-azure-vault-key-without-end
resource "azurerm_key_vault_secret" "example_2" {
  name = "a"
  expiration_date = "2030-01-01T00:00:00Z"
}

# ok: terraform-azure-vault-key-without-end
resource "azurerm_key_vault_secret" "example_3" {
  name = "a"
  expiration_date = var.given
}
