resource "google_compute_instance" "a" {
  service_account {
    # ruleid: terraform-gcp-compute-full-api-scope
    scopes = ["cloud-platform"]
  }
}

resource "google_compute_instance" "b" {
  service_account {
    email = google_service_account.b.email
    # ok: terraform-gcp-compute-full-api-scope
    scopes = ["cloud-platform"]
  }
}
