# ruleid: terraform-gcp-compute-public-ip
resource "google_compute_instance" "a" {
  network_interface {
    network = "default"
    access_config {}
  }
}

# ok: terraform-gcp-compute-public-ip
resource "google_compute_instance" "b" {
  network_interface {
    subnetwork = google_compute_subnetwork.b.id
  }
}
