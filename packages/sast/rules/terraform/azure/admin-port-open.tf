resource "azurerm_network_security_rule" "a" {
  direction             = "Inbound"
  access                = "Allow"
  source_address_prefix = "*"
  # ruleid: terraform-azure-nsg-open-admin-port
  destination_port_range = "22"
}

resource "azurerm_network_security_rule" "b" {
  direction             = "Inbound"
  access                = "Allow"
  source_address_prefix = "Internet"
  # ruleid: terraform-azure-nsg-open-admin-port
  destination_port_ranges = ["443", "22"]
}

resource "azurerm_network_security_rule" "c" {
  direction             = "Inbound"
  access                = "Deny"
  source_address_prefix = "*"
  # ok: terraform-azure-nsg-open-admin-port
  destination_port_range = "22"
}

resource "azurerm_network_security_rule" "d" {
  direction             = "Inbound"
  access                = "Allow"
  source_address_prefix = "10.0.0.0/8"
  # ok: terraform-azure-nsg-open-admin-port
  destination_port_range = "22"
}

resource "azurerm_network_security_group" "e" {
  security_rule {
    direction             = "Inbound"
    access                = "Allow"
    source_address_prefix = "0.0.0.0/0"
    # ruleid: terraform-azure-nsg-open-admin-port
    destination_port_range = "22"
  }
  security_rule {
    direction             = "Inbound"
    access                = "Allow"
    source_address_prefix = "0.0.0.0/0"
    # ok: terraform-azure-nsg-open-admin-port
    destination_port_range = "443"
  }
}
