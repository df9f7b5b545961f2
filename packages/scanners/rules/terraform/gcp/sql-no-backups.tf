resource "google_sql_database_instance" "example_1" {
  settings {
    backup_configuration {
      # ruleid: terraform-gcp-sql-no-backups
      enabled = false
    }
  }
}

resource "google_sql_database_instance" "example_2" {
  settings {
    backup_configuration {
      # ok: terraform-gcp-sql-no-backups
      enabled = true
    }
  }
}

resource "google_sql_database_instance" "example_3" {
  settings {
    backup_configuration {
      # ok: terraform-gcp-sql-no-backups
      enabled = var.given
    }
  }
}
