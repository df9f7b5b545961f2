resource "azurerm_storage_account" "example_1" {
  # ruleid: terraform-azure-storage-outdated-tls
  min_tls_version = "TLS1_0"
}

resource "azurerm_storage_account" "example_2" {
  # ok: terraform-azure-storage-outdated-tls
  min_tls_version = "TLS1_2"
}

resource "azurerm_storage_account" "example_3" {
  # ok: terraform-azure-storage-outdated-tls
  min_tls_version = var.given
}
