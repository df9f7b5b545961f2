# ruleid: terraform-azure-role-wildcard-actions
resource "azurerm_role_definition" "a" {
  permissions {
    actions = ["*"]
  }
}

# ok: terraform-azure-role-wildcard-actions
resource "azurerm_role_definition" "b" {
  permissions {
    actions = ["Microsoft.Storage/storageAccounts/read"]
  }
}
