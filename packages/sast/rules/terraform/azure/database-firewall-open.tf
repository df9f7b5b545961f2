# ruleid: terraform-azure-database-firewall-any-address
resource "azurerm_mssql_firewall_rule" "a" {
  start_ip_address = "0.0.0.0"
  end_ip_address   = "255.255.255.255"
}

# ruleid: terraform-azure-database-firewall-any-address
resource "azurerm_postgresql_flexible_server_firewall_rule" "b" {
  start_ip_address = "0.0.0.0"
  end_ip_address   = "255.255.255.255"
}

# ok: terraform-azure-database-firewall-any-address
resource "azurerm_mssql_firewall_rule" "c" {
  start_ip_address = "203.0.113.7"
  end_ip_address   = "203.0.113.7"
}
