resource "google_project_iam_member" "example_1" {
  # ruleid: terraform-gcp-impersonation-of-all
  role = "roles/iam.serviceAccountTokenCreator"
}

resource "google_project_iam_member" "example_2" {
  # ok: terraform-gcp-impersonation-of-all
  role = "roles/run.invoker"
}

resource "google_project_iam_member" "example_3" {
  # ok: terraform-gcp-impersonation-of-all
  role = var.given
}

resource "google_project_iam_binding" "example_4" {
  # ruleid: terraform-gcp-impersonation-of-all
  role = "roles/iam.serviceAccountTokenCreator"
}

resource "google_project_iam_binding" "example_5" {
  # ok: terraform-gcp-impersonation-of-all
  role = "roles/run.invoker"
}

resource "google_project_iam_binding" "example_6" {
  # ok: terraform-gcp-impersonation-of-all
  role = var.given
}
