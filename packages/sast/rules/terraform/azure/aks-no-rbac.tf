resource "azurerm_kubernetes_cluster" "example_1" {
  # ruleid: terraform-azure-aks-rbac-disabled
  role_based_access_control_enabled = false
}

resource "azurerm_kubernetes_cluster" "example_2" {
  # ok: terraform-azure-aks-rbac-disabled
  role_based_access_control_enabled = true
}

resource "azurerm_kubernetes_cluster" "example_3" {
  # ok: terraform-azure-aks-rbac-disabled
  role_based_access_control_enabled = var.given
}
