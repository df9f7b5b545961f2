resource "google_container_node_pool" "example_1" {
  node_config {
    workload_metadata_config {
      # ruleid: terraform-gcp-gke-legacy-metadata
      mode = "GCE_METADATA"
    }
  }
}

resource "google_container_node_pool" "example_2" {
  node_config {
    workload_metadata_config {
      # ok: terraform-gcp-gke-legacy-metadata
      mode = "GKE_METADATA"
    }
  }
}

resource "google_container_node_pool" "example_3" {
  node_config {
    workload_metadata_config {
      # ok: terraform-gcp-gke-legacy-metadata
      mode = var.given
    }
  }
}

resource "google_container_cluster" "example_4" {
  node_config {
    workload_metadata_config {
      # ruleid: terraform-gcp-gke-legacy-metadata
      mode = "GCE_METADATA"
    }
  }
}

resource "google_container_cluster" "example_5" {
  node_config {
    workload_metadata_config {
      # ok: terraform-gcp-gke-legacy-metadata
      mode = "GKE_METADATA"
    }
  }
}

resource "google_container_cluster" "example_6" {
  node_config {
    workload_metadata_config {
      # ok: terraform-gcp-gke-legacy-metadata
      mode = var.given
    }
  }
}
