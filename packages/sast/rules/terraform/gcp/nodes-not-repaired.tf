resource "google_container_node_pool" "example_1" {
  management {
    # ruleid: terraform-gcp-gke-node-auto-upgrade-disabled
    auto_upgrade = false
  }
}

resource "google_container_node_pool" "example_2" {
  management {
    # ok: terraform-gcp-gke-node-auto-upgrade-disabled
    auto_upgrade = true
  }
}

resource "google_container_node_pool" "example_3" {
  management {
    # ok: terraform-gcp-gke-node-auto-upgrade-disabled
    auto_upgrade = var.given
  }
}
