resource "google_bigquery_dataset" "example_1" {
  access {
    # ruleid: terraform-gcp-bigquery-dataset-public
    special_group = "allAuthenticatedUsers"
  }
}

resource "google_bigquery_dataset" "example_2" {
  access {
    # ok: terraform-gcp-bigquery-dataset-public
    special_group = "projectReaders"
  }
}

resource "google_bigquery_dataset" "example_3" {
  access {
    # ok: terraform-gcp-bigquery-dataset-public
    special_group = var.given
  }
}
