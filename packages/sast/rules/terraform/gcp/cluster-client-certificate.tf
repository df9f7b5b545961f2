resource "google_container_cluster" "example_1" {
  master_auth {
    client_certificate_config {
      # ruleid: terraform-gcp-gke-client-certificate
      issue_client_certificate = true
    }
  }
}

resource "google_container_cluster" "example_2" {
  master_auth {
    client_certificate_config {
      # ok: terraform-gcp-gke-client-certificate
      issue_client_certificate = false
    }
  }
}

resource "google_container_cluster" "example_3" {
  master_auth {
    client_certificate_config {
      # ok: terraform-gcp-gke-client-certificate
      issue_client_certificate = var.given
    }
  }
}
