provider "google" {
  # ruleid: terraform-gcp-provider-hardcoded-key
  credentials = "{\"type\": \"service_account\", \"private_key\": \"example-not-real\"}"
}

provider "google" {
  # ok: terraform-gcp-provider-hardcoded-key
  credentials = var.credentials
}
