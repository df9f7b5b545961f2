# ruleid: terraform-azure-app-service-cors-any-origin
resource "azurerm_linux_web_app" "a" {
  site_config {
    cors {
      allowed_origins = ["*"]
    }
  }
}

# ok: terraform-azure-app-service-cors-any-origin
resource "azurerm_linux_web_app" "b" {
  site_config {
    cors {
      allowed_origins = ["https://shop.example.org"]
    }
  }
}
