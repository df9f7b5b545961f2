resource "google_sql_database_instance" "example_1" {
  settings {
    ip_configuration {
      # ruleid: terraform-gcp-cloud-sql-unencrypted-connections
      ssl_mode = "ALLOW_UNENCRYPTED_AND_ENCRYPTED"
    }
  }
}

resource "google_sql_database_instance" "example_2" {
  settings {
    ip_configuration {
      # ok: terraform-gcp-cloud-sql-unencrypted-connections
      ssl_mode = "ENCRYPTED_ONLY"
    }
  }
}

resource "google_sql_database_instance" "example_3" {
  settings {
    ip_configuration {
      # ok: terraform-gcp-cloud-sql-unencrypted-connections
      ssl_mode = var.given
    }
  }
}
