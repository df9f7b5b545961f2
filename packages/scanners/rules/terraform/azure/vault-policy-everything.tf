# ruleid: terraform-azure-vault-policy-everything
resource "azurerm_key_vault_access_policy" "a" {
  secret_permissions = ["Get", "Purge"]
}

# ok: terraform-azure-vault-policy-everything
resource "azurerm_key_vault_access_policy" "b" {
  secret_permissions = ["Get"]
}
