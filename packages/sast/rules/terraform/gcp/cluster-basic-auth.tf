resource "google_container_cluster" "a" {
  master_auth {
    username = "admin"
    # ruleid: terraform-gcp-gke-basic-authentication
    password = "example-not-real"
  }
}

resource "google_container_cluster" "b" {
  master_auth {
    # ok: terraform-gcp-gke-basic-authentication
    password = ""
  }
}
