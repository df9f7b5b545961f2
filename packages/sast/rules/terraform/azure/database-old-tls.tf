resource "azurerm_mssql_server" "example_1" {
  # ruleid: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.0"
}

resource "azurerm_mssql_server" "example_2" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.2"
}

resource "azurerm_mssql_server" "example_3" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = var.given
}

resource "azurerm_redis_cache" "example_4" {
  # ruleid: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.0"
}

resource "azurerm_redis_cache" "example_5" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.2"
}

resource "azurerm_redis_cache" "example_6" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = var.given
}

resource "azurerm_servicebus_namespace" "example_7" {
  # ruleid: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.0"
}

resource "azurerm_servicebus_namespace" "example_8" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.2"
}

resource "azurerm_servicebus_namespace" "example_9" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = var.given
}

resource "azurerm_eventhub_namespace" "example_10" {
  # ruleid: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.0"
}

resource "azurerm_eventhub_namespace" "example_11" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = "1.2"
}

resource "azurerm_eventhub_namespace" "example_12" {
  # ok: terraform-azure-database-outdated-tls
  minimum_tls_version = var.given
}
