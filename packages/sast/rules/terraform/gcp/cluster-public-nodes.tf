resource "google_container_cluster" "example_1" {
  private_cluster_config {
    # ruleid: terraform-gcp-gke-public-nodes
    enable_private_nodes = false
  }
}

resource "google_container_cluster" "example_2" {
  private_cluster_config {
    # ok: terraform-gcp-gke-public-nodes
    enable_private_nodes = true
  }
}

resource "google_container_cluster" "example_3" {
  private_cluster_config {
    # ok: terraform-gcp-gke-public-nodes
    enable_private_nodes = var.given
  }
}
