resource "azurerm_mssql_server" "a" {
  # ruleid: terraform-azure-database-hardcoded-password
  administrator_login_password = "example-not-real"
}

resource "azurerm_postgresql_flexible_server" "b" {
  # ok: terraform-azure-database-hardcoded-password
  administrator_password = random_password.b.result
}
