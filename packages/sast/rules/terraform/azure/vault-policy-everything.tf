# ruleid: terraform-azure-keyvault-purge-allowed
resource "azurerm_key_vault_access_policy" "a" {
  secret_permissions = ["Get", "Purge"]
}

# ok: terraform-azure-keyvault-purge-allowed
resource "azurerm_key_vault_access_policy" "b" {
  secret_permissions = ["Get"]
}
