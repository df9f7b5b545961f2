resource "azurerm_storage_container" "example_1" {
  # ruleid: terraform-azure-storage-container-public-access
  container_access_type = "blob"
}

resource "azurerm_storage_container" "example_2" {
  # ok: terraform-azure-storage-container-public-access
  container_access_type = "private"
}

resource "azurerm_storage_container" "example_3" {
  # ok: terraform-azure-storage-container-public-access
  container_access_type = var.given
}
