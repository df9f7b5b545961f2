resource "google_storage_bucket" "example_1" {
  versioning {
    # ruleid: terraform-gcp-storage-bucket-versioning-disabled
    enabled = false
  }
}

resource "google_storage_bucket" "example_2" {
  versioning {
    # ok: terraform-gcp-storage-bucket-versioning-disabled
    enabled = true
  }
}

resource "google_storage_bucket" "example_3" {
  versioning {
    # ok: terraform-gcp-storage-bucket-versioning-disabled
    enabled = var.given
  }
}
