resource "azurerm_mysql_server" "example_1" {
  # ruleid: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = false
}

resource "azurerm_mysql_server" "example_2" {
  # ok: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = true
}

resource "azurerm_mysql_server" "example_3" {
  # ok: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = var.given
}

resource "azurerm_postgresql_server" "example_4" {
  # ruleid: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = false
}

resource "azurerm_postgresql_server" "example_5" {
  # ok: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = true
}

resource "azurerm_postgresql_server" "example_6" {
  # ok: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = var.given
}

resource "azurerm_mariadb_server" "example_7" {
  # ruleid: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = false
}

resource "azurerm_mariadb_server" "example_8" {
  # ok: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = true
}

resource "azurerm_mariadb_server" "example_9" {
  # ok: terraform-azure-database-unencrypted-connections
  ssl_enforcement_enabled = var.given
}
