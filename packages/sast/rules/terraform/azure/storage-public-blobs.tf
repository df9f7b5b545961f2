# ruleid: terraform-azure-storage-public-blob-access
resource "azurerm_storage_account" "example_1" {
  name = "a"
}

resource "azurerm_storage_account" "example_2" {
  name = "a"
  # ruleid: terraform-azure-storage-public-blob-access
  allow_nested_items_to_be_public = true
}

# ok: terraform-azure-storage-public-blob-access
resource "azurerm_storage_account" "example_3" {
  name = "a"
  allow_nested_items_to_be_public = false
}

# ok: terraform-azure-storage-public-blob-access
resource "azurerm_storage_account" "example_4" {
  name = "a"
  allow_nested_items_to_be_public = var.given
}
