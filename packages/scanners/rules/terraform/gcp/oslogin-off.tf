resource "google_compute_instance" "a" {
  metadata = {
    # ruleid: terraform-gcp-oslogin-off
    enable-oslogin = "FALSE"
  }
}

resource "google_compute_instance" "b" {
  metadata = {
    # ok: terraform-gcp-oslogin-off
    enable-oslogin = "TRUE"
  }
}
