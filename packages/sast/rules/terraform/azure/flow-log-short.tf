resource "azurerm_network_watcher_flow_log" "example_1" {
  # ruleid: terraform-azure-flow-logs-disabled
  enabled = false
}

resource "azurerm_network_watcher_flow_log" "example_2" {
  # ok: terraform-azure-flow-logs-disabled
  enabled = true
}

resource "azurerm_network_watcher_flow_log" "example_3" {
  # ok: terraform-azure-flow-logs-disabled
  enabled = var.given
}
