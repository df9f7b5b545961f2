resource "azurerm_storage_account" "example_1" {
  # ruleid: terraform-azure-storage-shared-key-access
  shared_access_key_enabled = true
}

resource "azurerm_storage_account" "example_2" {
  # ok: terraform-azure-storage-shared-key-access
  shared_access_key_enabled = false
}

resource "azurerm_storage_account" "example_3" {
  # ok: terraform-azure-storage-shared-key-access
  shared_access_key_enabled = var.given
}
