provider "google" {
  # ruleid: terraform-gcp-provider-credentials
  credentials = "{\"type\": \"service_account\", \"private_key\": \"example-not-real\"}"
}

provider "google" {
  # ok: terraform-gcp-provider-credentials
  credentials = var.credentials
}
