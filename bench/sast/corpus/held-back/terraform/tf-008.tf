resource "azurerm_storage_account" "photos" {
  name                            = "examplephotos"
  resource_group_name             = azurerm_resource_group.photos.name
  location                        = azurerm_resource_group.photos.location
  account_tier                    = "Standard"
  account_replication_type        = "LRS"
  min_tls_version                 = "TLS1_2"
  allow_nested_items_to_be_public = false
  https_traffic_only_enabled      = true
}

resource "azurerm_resource_group" "photos" {
  name     = "photos"
  location = "northeurope"
}
