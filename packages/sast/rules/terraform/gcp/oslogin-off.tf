resource "google_compute_instance" "a" {
  metadata = {
    # ruleid: terraform-gcp-oslogin-disabled
    enable-oslogin = "FALSE"
  }
}

resource "google_compute_instance" "b" {
  metadata = {
    # ok: terraform-gcp-oslogin-disabled
    enable-oslogin = "TRUE"
  }
}
