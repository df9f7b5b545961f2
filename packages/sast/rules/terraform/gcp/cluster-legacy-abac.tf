resource "google_container_cluster" "example_1" {
  # ruleid: terraform-gcp-gke-legacy-abac
  enable_legacy_abac = true
}

resource "google_container_cluster" "example_2" {
  # ok: terraform-gcp-gke-legacy-abac
  enable_legacy_abac = false
}

resource "google_container_cluster" "example_3" {
  # ok: terraform-gcp-gke-legacy-abac
  enable_legacy_abac = var.given
}
