# ruleid: terraform-azure-app-service-plain-http
resource "azurerm_linux_web_app" "example_1" {
  name = "a"
}

resource "azurerm_linux_web_app" "example_2" {
  name = "a"
  # ruleid: terraform-azure-app-service-plain-http
  https_only = false
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_linux_web_app" "example_3" {
  name = "a"
  https_only = true
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_linux_web_app" "example_4" {
  name = "a"
  https_only = var.given
}

# ruleid: terraform-azure-app-service-plain-http
resource "azurerm_windows_web_app" "example_5" {
  name = "a"
}

resource "azurerm_windows_web_app" "example_6" {
  name = "a"
  # ruleid: terraform-azure-app-service-plain-http
  https_only = false
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_windows_web_app" "example_7" {
  name = "a"
  https_only = true
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_windows_web_app" "example_8" {
  name = "a"
  https_only = var.given
}

# ruleid: terraform-azure-app-service-plain-http
resource "azurerm_linux_function_app" "example_9" {
  name = "a"
}

resource "azurerm_linux_function_app" "example_10" {
  name = "a"
  # ruleid: terraform-azure-app-service-plain-http
  https_only = false
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_linux_function_app" "example_11" {
  name = "a"
  https_only = true
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_linux_function_app" "example_12" {
  name = "a"
  https_only = var.given
}

# ruleid: terraform-azure-app-service-plain-http
resource "azurerm_windows_function_app" "example_13" {
  name = "a"
}

resource "azurerm_windows_function_app" "example_14" {
  name = "a"
  # ruleid: terraform-azure-app-service-plain-http
  https_only = false
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_windows_function_app" "example_15" {
  name = "a"
  https_only = true
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_windows_function_app" "example_16" {
  name = "a"
  https_only = var.given
}

# ruleid: terraform-azure-app-service-plain-http
resource "azurerm_app_service" "example_17" {
  name = "a"
}

resource "azurerm_app_service" "example_18" {
  name = "a"
  # ruleid: terraform-azure-app-service-plain-http
  https_only = false
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_app_service" "example_19" {
  name = "a"
  https_only = true
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_app_service" "example_20" {
  name = "a"
  https_only = var.given
}

# ruleid: terraform-azure-app-service-plain-http
resource "azurerm_function_app" "example_21" {
  name = "a"
}

resource "azurerm_function_app" "example_22" {
  name = "a"
  # ruleid: terraform-azure-app-service-plain-http
  https_only = false
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_function_app" "example_23" {
  name = "a"
  https_only = true
}

# ok: terraform-azure-app-service-plain-http
resource "azurerm_function_app" "example_24" {
  name = "a"
  https_only = var.given
}
