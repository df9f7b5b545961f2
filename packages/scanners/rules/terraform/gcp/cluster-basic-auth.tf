resource "google_container_cluster" "a" {
  master_auth {
    username = "admin"
    # ruleid: terraform-gcp-cluster-basic-auth
    password = "example-not-real"
  }
}

resource "google_container_cluster" "b" {
  master_auth {
    # ok: terraform-gcp-cluster-basic-auth
    password = ""
  }
}
