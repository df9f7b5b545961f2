resource "google_compute_instance" "a" {
  metadata = {
    # ruleid: terraform-gcp-serial-console-enabled
    serial-port-enable = true
  }
}

resource "google_compute_instance" "b" {
  metadata = {
    # ok: terraform-gcp-serial-console-enabled
    serial-port-enable = false
  }
}
