resource "google_compute_firewall" "a" {
  source_ranges = ["0.0.0.0/0"]
  allow {
    # ruleid: terraform-gcp-firewall-open-admin-port
    ports = ["80", "22"]
  }
}

resource "google_compute_firewall" "b" {
  source_ranges = ["0.0.0.0/0"]
  allow {
    # ok: terraform-gcp-firewall-open-admin-port
    ports = ["443"]
  }
}

resource "google_compute_firewall" "c" {
  source_ranges = ["10.0.0.0/8"]
  allow {
    # ok: terraform-gcp-firewall-open-admin-port
    ports = ["80", "22"]
  }
}
