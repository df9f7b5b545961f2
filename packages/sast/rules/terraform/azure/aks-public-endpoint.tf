# ruleid: terraform-azure-aks-public-endpoint
resource "azurerm_kubernetes_cluster" "open" {
  name = "a"
}

# ok: terraform-azure-aks-public-endpoint
resource "azurerm_kubernetes_cluster" "private" {
  private_cluster_enabled = true
}

# ok: terraform-azure-aks-public-endpoint
resource "azurerm_kubernetes_cluster" "office" {
  api_server_access_profile {
    authorized_ip_ranges = ["203.0.113.0/28"]
  }
}
