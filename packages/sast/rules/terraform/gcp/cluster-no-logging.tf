resource "google_container_cluster" "example_1" {
  # ruleid: terraform-gcp-gke-logging-disabled
  logging_service = "none"
}

resource "google_container_cluster" "example_2" {
  # ok: terraform-gcp-gke-logging-disabled
  logging_service = "logging.googleapis.com/kubernetes"
}

resource "google_container_cluster" "example_3" {
  # ok: terraform-gcp-gke-logging-disabled
  logging_service = var.given
}
