resource "aws_db_instance" "a" {
  # ruleid: terraform-aws-database-password-written
  password = "example-not-real"
}

resource "aws_rds_cluster" "b" {
  # ruleid: terraform-aws-database-password-written
  master_password = "example-not-real"
}

resource "aws_db_instance" "c" {
  # ok: terraform-aws-database-password-written
  password = var.password
}
