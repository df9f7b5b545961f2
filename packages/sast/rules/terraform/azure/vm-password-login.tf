resource "azurerm_linux_virtual_machine" "example_1" {
  # ruleid: terraform-azure-vm-password-authentication
  disable_password_authentication = false
}

resource "azurerm_linux_virtual_machine" "example_2" {
  # ok: terraform-azure-vm-password-authentication
  disable_password_authentication = true
}

resource "azurerm_linux_virtual_machine" "example_3" {
  # ok: terraform-azure-vm-password-authentication
  disable_password_authentication = var.given
}

resource "azurerm_linux_virtual_machine_scale_set" "example_4" {
  # ruleid: terraform-azure-vm-password-authentication
  disable_password_authentication = false
}

resource "azurerm_linux_virtual_machine_scale_set" "example_5" {
  # ok: terraform-azure-vm-password-authentication
  disable_password_authentication = true
}

resource "azurerm_linux_virtual_machine_scale_set" "example_6" {
  # ok: terraform-azure-vm-password-authentication
  disable_password_authentication = var.given
}
