resource "google_sql_database_instance" "example_1" {
  settings {
    ip_configuration {
      authorized_networks {
        # ruleid: terraform-gcp-cloud-sql-any-address
        value = "0.0.0.0/0"
      }
    }
  }
}

resource "google_sql_database_instance" "example_2" {
  settings {
    ip_configuration {
      authorized_networks {
        # ok: terraform-gcp-cloud-sql-any-address
        value = "203.0.113.7/32"
      }
    }
  }
}

resource "google_sql_database_instance" "example_3" {
  settings {
    ip_configuration {
      authorized_networks {
        # ok: terraform-gcp-cloud-sql-any-address
        value = var.given
      }
    }
  }
}
