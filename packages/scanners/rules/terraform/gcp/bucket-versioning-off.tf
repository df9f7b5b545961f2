resource "google_storage_bucket" "example_1" {
  versioning {
    # ruleid: terraform-gcp-bucket-versioning-off
    enabled = false
  }
}

resource "google_storage_bucket" "example_2" {
  versioning {
    # ok: terraform-gcp-bucket-versioning-off
    enabled = true
  }
}

resource "google_storage_bucket" "example_3" {
  versioning {
    # ok: terraform-gcp-bucket-versioning-off
    enabled = var.given
  }
}
