resource "azurerm_linux_web_app" "example_1" {
  site_config {
    # ruleid: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.0"
  }
}

resource "azurerm_linux_web_app" "example_2" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.2"
  }
}

resource "azurerm_linux_web_app" "example_3" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = var.given
  }
}

resource "azurerm_windows_web_app" "example_4" {
  site_config {
    # ruleid: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.0"
  }
}

resource "azurerm_windows_web_app" "example_5" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.2"
  }
}

resource "azurerm_windows_web_app" "example_6" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = var.given
  }
}

resource "azurerm_linux_function_app" "example_7" {
  site_config {
    # ruleid: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.0"
  }
}

resource "azurerm_linux_function_app" "example_8" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.2"
  }
}

resource "azurerm_linux_function_app" "example_9" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = var.given
  }
}

resource "azurerm_windows_function_app" "example_10" {
  site_config {
    # ruleid: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.0"
  }
}

resource "azurerm_windows_function_app" "example_11" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = "1.2"
  }
}

resource "azurerm_windows_function_app" "example_12" {
  site_config {
    # ok: terraform-azure-app-service-outdated-tls
    minimum_tls_version = var.given
  }
}
