resource "azurerm_storage_account" "example_1" {
  # ruleid: terraform-azure-storage-plain-http
  https_traffic_only_enabled = false
}

resource "azurerm_storage_account" "example_2" {
  # ok: terraform-azure-storage-plain-http
  https_traffic_only_enabled = true
}

resource "azurerm_storage_account" "example_3" {
  # ok: terraform-azure-storage-plain-http
  https_traffic_only_enabled = var.given
}
