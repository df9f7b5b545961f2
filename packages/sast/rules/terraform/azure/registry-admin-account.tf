resource "azurerm_container_registry" "example_1" {
  # ruleid: terraform-azure-registry-admin-account
  admin_enabled = true
}

resource "azurerm_container_registry" "example_2" {
  # ok: terraform-azure-registry-admin-account
  admin_enabled = false
}

resource "azurerm_container_registry" "example_3" {
  # ok: terraform-azure-registry-admin-account
  admin_enabled = var.given
}
