resource "azurerm_network_watcher_flow_log" "example_1" {
  # ruleid: terraform-azure-flow-log-short
  enabled = false
}

resource "azurerm_network_watcher_flow_log" "example_2" {
  # ok: terraform-azure-flow-log-short
  enabled = true
}

resource "azurerm_network_watcher_flow_log" "example_3" {
  # ok: terraform-azure-flow-log-short
  enabled = var.given
}
