resource "google_compute_instance" "example_1" {
  # ruleid: terraform-gcp-compute-ip-forwarding
  can_ip_forward = true
}

resource "google_compute_instance" "example_2" {
  # ok: terraform-gcp-compute-ip-forwarding
  can_ip_forward = false
}

resource "google_compute_instance" "example_3" {
  # ok: terraform-gcp-compute-ip-forwarding
  can_ip_forward = var.given
}
