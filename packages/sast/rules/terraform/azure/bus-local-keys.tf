resource "azurerm_servicebus_namespace" "example_1" {
  # ruleid: terraform-azure-shared-key-authentication
  local_auth_enabled = true
}

resource "azurerm_servicebus_namespace" "example_2" {
  # ok: terraform-azure-shared-key-authentication
  local_auth_enabled = false
}

resource "azurerm_servicebus_namespace" "example_3" {
  # ok: terraform-azure-shared-key-authentication
  local_auth_enabled = var.given
}

resource "azurerm_eventhub_namespace" "example_4" {
  # ruleid: terraform-azure-shared-key-authentication
  local_auth_enabled = true
}

resource "azurerm_eventhub_namespace" "example_5" {
  # ok: terraform-azure-shared-key-authentication
  local_auth_enabled = false
}

resource "azurerm_eventhub_namespace" "example_6" {
  # ok: terraform-azure-shared-key-authentication
  local_auth_enabled = var.given
}
