resource "google_sql_user" "a" {
  # ruleid: terraform-gcp-sql-password-written
  password = "example-not-real"
}

resource "google_sql_user" "b" {
  # ok: terraform-gcp-sql-password-written
  password = random_password.b.result
}
