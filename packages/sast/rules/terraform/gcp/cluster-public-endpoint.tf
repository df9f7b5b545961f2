# ruleid: terraform-gcp-gke-public-endpoint
resource "google_container_cluster" "a" {
  name = "a"
}

# ruleid: terraform-gcp-gke-public-endpoint
resource "google_container_cluster" "b" {
  master_authorized_networks_config {
    cidr_blocks {
      cidr_block = "0.0.0.0/0"
    }
  }
}

# ok: terraform-gcp-gke-public-endpoint
resource "google_container_cluster" "c" {
  master_authorized_networks_config {
    cidr_blocks {
      cidr_block = "203.0.113.0/28"
    }
  }
}

# ok: terraform-gcp-gke-public-endpoint
resource "google_container_cluster" "d" {
  private_cluster_config {
    enable_private_endpoint = true
  }
}
