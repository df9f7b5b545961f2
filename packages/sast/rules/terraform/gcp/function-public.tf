resource "google_cloudfunctions_function_iam_member" "a" {
  role = "roles/viewer"
  # ruleid: terraform-gcp-function-or-run-public
  member = "allUsers"
}

resource "google_cloudfunctions_function_iam_binding" "b" {
  role = "roles/viewer"
  # ruleid: terraform-gcp-function-or-run-public
  members = ["user:ann@example.org", "allAuthenticatedUsers"]
}

resource "google_cloudfunctions_function_iam_member" "c" {
  role = "roles/viewer"
  # ok: terraform-gcp-function-or-run-public
  member = "serviceAccount:shop@example.iam.gserviceaccount.com"
}
