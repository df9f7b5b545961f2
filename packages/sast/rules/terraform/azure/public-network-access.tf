resource "azurerm_mssql_server" "example_1" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_mssql_server" "example_2" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_mssql_server" "example_3" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_postgresql_server" "example_4" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_postgresql_server" "example_5" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_postgresql_server" "example_6" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_mysql_server" "example_7" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_mysql_server" "example_8" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_mysql_server" "example_9" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_mariadb_server" "example_10" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_mariadb_server" "example_11" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_mariadb_server" "example_12" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_postgresql_flexible_server" "example_13" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_postgresql_flexible_server" "example_14" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_postgresql_flexible_server" "example_15" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_cosmosdb_account" "example_16" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_cosmosdb_account" "example_17" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_cosmosdb_account" "example_18" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_key_vault" "example_19" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_key_vault" "example_20" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_key_vault" "example_21" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_container_registry" "example_22" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_container_registry" "example_23" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_container_registry" "example_24" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_data_factory" "example_25" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_data_factory" "example_26" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_data_factory" "example_27" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_search_service" "example_28" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_search_service" "example_29" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_search_service" "example_30" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_cognitive_account" "example_31" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_cognitive_account" "example_32" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_cognitive_account" "example_33" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_redis_cache" "example_34" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_redis_cache" "example_35" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_redis_cache" "example_36" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_servicebus_namespace" "example_37" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_servicebus_namespace" "example_38" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_servicebus_namespace" "example_39" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}

resource "azurerm_eventhub_namespace" "example_40" {
  # ruleid: terraform-azure-public-network-access
  public_network_access_enabled = true
}

resource "azurerm_eventhub_namespace" "example_41" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = false
}

resource "azurerm_eventhub_namespace" "example_42" {
  # ok: terraform-azure-public-network-access
  public_network_access_enabled = var.given
}
