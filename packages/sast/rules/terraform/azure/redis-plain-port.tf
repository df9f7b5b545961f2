resource "azurerm_redis_cache" "example_1" {
  # ruleid: terraform-azure-redis-non-tls-port
  non_ssl_port_enabled = true
}

resource "azurerm_redis_cache" "example_2" {
  # ok: terraform-azure-redis-non-tls-port
  non_ssl_port_enabled = false
}

resource "azurerm_redis_cache" "example_3" {
  # ok: terraform-azure-redis-non-tls-port
  non_ssl_port_enabled = var.given
}
