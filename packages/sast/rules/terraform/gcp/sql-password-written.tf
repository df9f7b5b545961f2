resource "google_sql_user" "a" {
  # ruleid: terraform-gcp-cloud-sql-hardcoded-password
  password = "example-not-real"
}

resource "google_sql_user" "b" {
  # ok: terraform-gcp-cloud-sql-hardcoded-password
  password = random_password.b.result
}
