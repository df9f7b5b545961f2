resource "google_storage_bucket_access_control" "example_1" {
  # ruleid: terraform-gcp-storage-bucket-public-acl
  entity = "allUsers"
}

resource "google_storage_bucket_access_control" "example_2" {
  # ok: terraform-gcp-storage-bucket-public-acl
  entity = "user-annentityexample.org"
}

resource "google_storage_bucket_access_control" "example_3" {
  # ok: terraform-gcp-storage-bucket-public-acl
  entity = var.given
}

resource "google_storage_default_object_access_control" "example_4" {
  # ruleid: terraform-gcp-storage-bucket-public-acl
  entity = "allUsers"
}

resource "google_storage_default_object_access_control" "example_5" {
  # ok: terraform-gcp-storage-bucket-public-acl
  entity = "user-annentityexample.org"
}

resource "google_storage_default_object_access_control" "example_6" {
  # ok: terraform-gcp-storage-bucket-public-acl
  entity = var.given
}

resource "google_storage_object_access_control" "example_7" {
  # ruleid: terraform-gcp-storage-bucket-public-acl
  entity = "allUsers"
}

resource "google_storage_object_access_control" "example_8" {
  # ok: terraform-gcp-storage-bucket-public-acl
  entity = "user-annentityexample.org"
}

resource "google_storage_object_access_control" "example_9" {
  # ok: terraform-gcp-storage-bucket-public-acl
  entity = var.given
}
