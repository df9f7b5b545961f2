resource "azurerm_windows_virtual_machine" "a" {
  # ruleid: terraform-azure-vm-hardcoded-password
  admin_password = "example-not-real"
}

resource "azurerm_windows_virtual_machine" "b" {
  # ok: terraform-azure-vm-hardcoded-password
  admin_password = random_password.b.result
}
