resource "google_compute_network" "internal" {
  name                    = "internal"
  auto_create_subnetworks = false
}

resource "google_compute_firewall" "desktop" {
  name    = "desktop"
  network = google_compute_network.internal.name

  allow {
    protocol = "tcp"
    ports    = ["3389"]
  }

  source_ranges = ["10.8.0.0/16"]
  target_tags   = ["desktop"]
}
