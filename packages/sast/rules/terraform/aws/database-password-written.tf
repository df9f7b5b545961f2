resource "aws_db_instance" "a" {
  # ruleid: terraform-aws-rds-hardcoded-password
  password = "example-not-real"
}

resource "aws_rds_cluster" "b" {
  # ruleid: terraform-aws-rds-hardcoded-password
  master_password = "example-not-real"
}

resource "aws_db_instance" "c" {
  # ok: terraform-aws-rds-hardcoded-password
  password = var.password
}
