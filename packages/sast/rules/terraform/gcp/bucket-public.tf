resource "google_storage_bucket_iam_member" "a" {
  role = "roles/viewer"
  # ruleid: terraform-gcp-storage-bucket-public
  member = "allUsers"
}

resource "google_storage_bucket_iam_binding" "b" {
  role = "roles/viewer"
  # ruleid: terraform-gcp-storage-bucket-public
  members = ["user:ann@example.org", "allAuthenticatedUsers"]
}

resource "google_storage_bucket_iam_member" "c" {
  role = "roles/viewer"
  # ok: terraform-gcp-storage-bucket-public
  member = "serviceAccount:shop@example.iam.gserviceaccount.com"
}
