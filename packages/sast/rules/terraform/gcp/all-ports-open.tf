resource "google_compute_firewall" "a" {
  source_ranges = ["0.0.0.0/0"]
  allow {
    # ruleid: terraform-gcp-firewall-open-all-ports
    protocol = "all"
  }
}

resource "google_compute_firewall" "b" {
  source_ranges = ["0.0.0.0/0"]
  allow {
    # ok: terraform-gcp-firewall-open-all-ports
    protocol = "tcp"
  }
}

resource "google_compute_firewall" "c" {
  source_ranges = ["10.0.0.0/8"]
  allow {
    # ok: terraform-gcp-firewall-open-all-ports
    protocol = "all"
  }
}
