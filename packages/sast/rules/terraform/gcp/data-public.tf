resource "google_pubsub_topic_iam_member" "a" {
  role = "roles/viewer"
  # ruleid: terraform-gcp-resource-public-access
  member = "allUsers"
}

resource "google_pubsub_topic_iam_binding" "b" {
  role = "roles/viewer"
  # ruleid: terraform-gcp-resource-public-access
  members = ["user:ann@example.org", "allAuthenticatedUsers"]
}

resource "google_pubsub_topic_iam_member" "c" {
  role = "roles/viewer"
  # ok: terraform-gcp-resource-public-access
  member = "serviceAccount:shop@example.iam.gserviceaccount.com"
}
