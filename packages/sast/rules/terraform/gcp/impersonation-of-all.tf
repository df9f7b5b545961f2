resource "google_project_iam_member" "example_1" {
  # ruleid: terraform-gcp-iam-project-impersonation
  role = "roles/iam.serviceAccountTokenCreator"
}

resource "google_project_iam_member" "example_2" {
  # ok: terraform-gcp-iam-project-impersonation
  role = "roles/run.invoker"
}

resource "google_project_iam_member" "example_3" {
  # ok: terraform-gcp-iam-project-impersonation
  role = var.given
}

resource "google_project_iam_binding" "example_4" {
  # ruleid: terraform-gcp-iam-project-impersonation
  role = "roles/iam.serviceAccountTokenCreator"
}

resource "google_project_iam_binding" "example_5" {
  # ok: terraform-gcp-iam-project-impersonation
  role = "roles/run.invoker"
}

resource "google_project_iam_binding" "example_6" {
  # ok: terraform-gcp-iam-project-impersonation
  role = var.given
}
