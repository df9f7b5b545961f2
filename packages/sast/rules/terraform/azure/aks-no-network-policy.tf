# ruleid: terraform-azure-aks-missing-network-policy
resource "azurerm_kubernetes_cluster" "flat" {
  network_profile {
    network_plugin = "azure"
  }
}

# ok: terraform-azure-aks-missing-network-policy
resource "azurerm_kubernetes_cluster" "walled" {
  network_profile {
    network_plugin = "azure"
    network_policy = "azure"
  }
}
