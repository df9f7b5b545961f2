resource "azurerm_kubernetes_cluster" "example_1" {
  # ruleid: terraform-azure-aks-local-accounts-enabled
  local_account_disabled = false
}

resource "azurerm_kubernetes_cluster" "example_2" {
  # ok: terraform-azure-aks-local-accounts-enabled
  local_account_disabled = true
}

resource "azurerm_kubernetes_cluster" "example_3" {
  # ok: terraform-azure-aks-local-accounts-enabled
  local_account_disabled = var.given
}
