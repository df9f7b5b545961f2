provider "azurerm" {
  # ruleid: terraform-azure-provider-hardcoded-secret
  client_secret = "example-not-real"
}

provider "azurerm" {
  # ok: terraform-azure-provider-hardcoded-secret
  client_secret = var.client_secret
}
