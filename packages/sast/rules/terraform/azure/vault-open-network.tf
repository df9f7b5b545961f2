resource "azurerm_key_vault" "example_1" {
  network_acls {
    # ruleid: terraform-azure-keyvault-all-networks
    default_action = "Allow"
  }
}

resource "azurerm_key_vault" "example_2" {
  network_acls {
    # ok: terraform-azure-keyvault-all-networks
    default_action = "Deny"
  }
}

resource "azurerm_key_vault" "example_3" {
  network_acls {
    # ok: terraform-azure-keyvault-all-networks
    default_action = var.given
  }
}
