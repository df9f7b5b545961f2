# ruleid: terraform-azure-keyvault-purge-protection-disabled
resource "azurerm_key_vault" "example_1" {
  name = "a"
}

resource "azurerm_key_vault" "example_2" {
  name = "a"
  # ruleid: terraform-azure-keyvault-purge-protection-disabled
  purge_protection_enabled = false
}

# ok: terraform-azure-keyvault-purge-protection-disabled
resource "azurerm_key_vault" "example_3" {
  name = "a"
  purge_protection_enabled = true
}

# ok: terraform-azure-keyvault-purge-protection-disabled
resource "azurerm_key_vault" "example_4" {
  name = "a"
  purge_protection_enabled = var.given
}
