variable "name" {
  type = string
}

variable "tls_version" {
  type    = string
  default = "TLS1_2"
}

resource "azurerm_storage_account" "this" {
  name                            = var.name
  resource_group_name             = "files"
  location                        = "westeurope"
  account_tier                    = "Standard"
  account_replication_type        = "GRS"
  https_traffic_only_enabled      = true
  allow_nested_items_to_be_public = false
  min_tls_version                 = var.tls_version
}
