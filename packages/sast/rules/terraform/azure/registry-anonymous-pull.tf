resource "azurerm_container_registry" "example_1" {
  # ruleid: terraform-azure-registry-anonymous-pull
  anonymous_pull_enabled = true
}

resource "azurerm_container_registry" "example_2" {
  # ok: terraform-azure-registry-anonymous-pull
  anonymous_pull_enabled = false
}

resource "azurerm_container_registry" "example_3" {
  # ok: terraform-azure-registry-anonymous-pull
  anonymous_pull_enabled = var.given
}
