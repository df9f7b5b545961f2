# ruleid: terraform-gcp-service-account-key
resource "google_service_account_key" "a" {
  service_account_id = google_service_account.a.name
}

# ok: terraform-gcp-service-account-key
resource "google_service_account" "a" {
  account_id = "a"
}
