# ruleid: terraform-gcp-storage-bucket-no-uniform-access
resource "google_storage_bucket" "example_1" {
  name = "a"
}

resource "google_storage_bucket" "example_2" {
  name = "a"
  # ruleid: terraform-gcp-storage-bucket-no-uniform-access
  uniform_bucket_level_access = false
}

# ok: terraform-gcp-storage-bucket-no-uniform-access
resource "google_storage_bucket" "example_3" {
  name = "a"
  uniform_bucket_level_access = true
}

# ok: terraform-gcp-storage-bucket-no-uniform-access
resource "google_storage_bucket" "example_4" {
  name = "a"
  uniform_bucket_level_access = var.given
}
