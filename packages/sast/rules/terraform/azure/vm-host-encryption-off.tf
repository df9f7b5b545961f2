resource "azurerm_linux_virtual_machine" "example_1" {
  # ruleid: terraform-azure-vm-host-encryption-disabled
  encryption_at_host_enabled = false
}

resource "azurerm_linux_virtual_machine" "example_2" {
  # ok: terraform-azure-vm-host-encryption-disabled
  encryption_at_host_enabled = true
}

resource "azurerm_linux_virtual_machine" "example_3" {
  # ok: terraform-azure-vm-host-encryption-disabled
  encryption_at_host_enabled = var.given
}

resource "azurerm_windows_virtual_machine" "example_4" {
  # ruleid: terraform-azure-vm-host-encryption-disabled
  encryption_at_host_enabled = false
}

resource "azurerm_windows_virtual_machine" "example_5" {
  # ok: terraform-azure-vm-host-encryption-disabled
  encryption_at_host_enabled = true
}

resource "azurerm_windows_virtual_machine" "example_6" {
  # ok: terraform-azure-vm-host-encryption-disabled
  encryption_at_host_enabled = var.given
}
