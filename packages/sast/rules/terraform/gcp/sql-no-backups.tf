resource "google_sql_database_instance" "example_1" {
  settings {
    backup_configuration {
      # ruleid: terraform-gcp-cloud-sql-backups-disabled
      enabled = false
    }
  }
}

resource "google_sql_database_instance" "example_2" {
  settings {
    backup_configuration {
      # ok: terraform-gcp-cloud-sql-backups-disabled
      enabled = true
    }
  }
}

resource "google_sql_database_instance" "example_3" {
  settings {
    backup_configuration {
      # ok: terraform-gcp-cloud-sql-backups-disabled
      enabled = var.given
    }
  }
}
