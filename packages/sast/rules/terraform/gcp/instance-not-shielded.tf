resource "google_compute_instance" "example_1" {
  shielded_instance_config {
    # ruleid: terraform-gcp-compute-secure-boot-disabled
    enable_secure_boot = false
  }
}

resource "google_compute_instance" "example_2" {
  shielded_instance_config {
    # ok: terraform-gcp-compute-secure-boot-disabled
    enable_secure_boot = true
  }
}

resource "google_compute_instance" "example_3" {
  shielded_instance_config {
    # ok: terraform-gcp-compute-secure-boot-disabled
    enable_secure_boot = var.given
  }
}
