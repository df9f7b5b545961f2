resource "google_container_cluster" "example_1" {
  network_policy {
    # ruleid: terraform-gcp-gke-missing-network-policy
    enabled = false
  }
}

resource "google_container_cluster" "example_2" {
  network_policy {
    # ok: terraform-gcp-gke-missing-network-policy
    enabled = true
  }
}

resource "google_container_cluster" "example_3" {
  network_policy {
    # ok: terraform-gcp-gke-missing-network-policy
    enabled = var.given
  }
}
