resource "azurerm_role_assignment" "example_1" {
  # ruleid: terraform-azure-owner-role-assigned
  role_definition_name = "Owner"
}

resource "azurerm_role_assignment" "example_2" {
  # ok: terraform-azure-owner-role-assigned
  role_definition_name = "Reader"
}

resource "azurerm_role_assignment" "example_3" {
  # ok: terraform-azure-owner-role-assigned
  role_definition_name = var.given
}
