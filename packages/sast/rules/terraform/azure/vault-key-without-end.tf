# ruleid: terraform-azure-keyvault-key-without-expiration
resource "azurerm_key_vault_secret" "example_1" {
  name = "a"
}

# ok: terraform-azure-keyvault-key-without-expiration
resource "azurerm_key_vault_secret" "example_2" {
  name = "a"
  expiration_date = "2030-01-01T00:00:00Z"
}

# ok: terraform-azure-keyvault-key-without-expiration
resource "azurerm_key_vault_secret" "example_3" {
  name = "a"
  expiration_date = var.given
}
