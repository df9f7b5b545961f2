resource "google_project_iam_member" "example_1" {
  # ruleid: terraform-gcp-iam-basic-role
  role = "roles/editor"
}

resource "google_project_iam_member" "example_2" {
  # ok: terraform-gcp-iam-basic-role
  role = "roles/storage.objectViewer"
}

resource "google_project_iam_member" "example_3" {
  # ok: terraform-gcp-iam-basic-role
  role = var.given
}

resource "google_project_iam_binding" "example_4" {
  # ruleid: terraform-gcp-iam-basic-role
  role = "roles/editor"
}

resource "google_project_iam_binding" "example_5" {
  # ok: terraform-gcp-iam-basic-role
  role = "roles/storage.objectViewer"
}

resource "google_project_iam_binding" "example_6" {
  # ok: terraform-gcp-iam-basic-role
  role = var.given
}

resource "google_folder_iam_member" "example_7" {
  # ruleid: terraform-gcp-iam-basic-role
  role = "roles/editor"
}

resource "google_folder_iam_member" "example_8" {
  # ok: terraform-gcp-iam-basic-role
  role = "roles/storage.objectViewer"
}

resource "google_folder_iam_member" "example_9" {
  # ok: terraform-gcp-iam-basic-role
  role = var.given
}

resource "google_organization_iam_member" "example_10" {
  # ruleid: terraform-gcp-iam-basic-role
  role = "roles/editor"
}

resource "google_organization_iam_member" "example_11" {
  # ok: terraform-gcp-iam-basic-role
  role = "roles/storage.objectViewer"
}

resource "google_organization_iam_member" "example_12" {
  # ok: terraform-gcp-iam-basic-role
  role = var.given
}
