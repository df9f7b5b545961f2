# ruleid: terraform-gcp-subnet-flow-logs-disabled
resource "google_compute_subnetwork" "a" {
  ip_cidr_range = "10.0.0.0/16"
}

# ok: terraform-gcp-subnet-flow-logs-disabled
resource "google_compute_subnetwork" "b" {
  log_config {
    metadata = "INCLUDE_ALL_METADATA"
  }
}
