resource "azurerm_storage_account" "example_1" {
  network_rules {
    # ruleid: terraform-azure-storage-all-networks
    default_action = "Allow"
  }
}

resource "azurerm_storage_account" "example_2" {
  network_rules {
    # ok: terraform-azure-storage-all-networks
    default_action = "Deny"
  }
}

resource "azurerm_storage_account" "example_3" {
  network_rules {
    # ok: terraform-azure-storage-all-networks
    default_action = var.given
  }
}

# ruleid: terraform-azure-storage-all-networks
resource "azurerm_storage_account_network_rules" "open" {
  default_action = "Allow"
}

# ok: terraform-azure-storage-all-networks
resource "azurerm_storage_account_network_rules" "closed" {
  default_action = "Deny"
}
