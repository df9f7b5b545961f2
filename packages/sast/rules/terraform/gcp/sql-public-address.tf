resource "google_sql_database_instance" "example_1" {
  settings {
    ip_configuration {
      # ruleid: terraform-gcp-cloud-sql-public-ip
      ipv4_enabled = true
    }
  }
}

resource "google_sql_database_instance" "example_2" {
  settings {
    ip_configuration {
      # ok: terraform-gcp-cloud-sql-public-ip
      ipv4_enabled = false
    }
  }
}

resource "google_sql_database_instance" "example_3" {
  settings {
    ip_configuration {
      # ok: terraform-gcp-cloud-sql-public-ip
      ipv4_enabled = var.given
    }
  }
}
