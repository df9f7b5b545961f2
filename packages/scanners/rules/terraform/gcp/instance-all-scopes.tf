resource "google_compute_instance" "a" {
  service_account {
    # ruleid: terraform-gcp-instance-all-scopes
    scopes = ["cloud-platform"]
  }
}

resource "google_compute_instance" "b" {
  service_account {
    email = google_service_account.b.email
    # ok: terraform-gcp-instance-all-scopes
    scopes = ["cloud-platform"]
  }
}
