resource "aws_db_instance" "example_1" {
  # ruleid: terraform-aws-rds-deletion-protection-disabled
  deletion_protection = false
}

resource "aws_db_instance" "example_2" {
  # ok: terraform-aws-rds-deletion-protection-disabled
  deletion_protection = true
}

resource "aws_db_instance" "example_3" {
  # ok: terraform-aws-rds-deletion-protection-disabled
  deletion_protection = var.given
}

resource "aws_rds_cluster" "example_4" {
  # ruleid: terraform-aws-rds-deletion-protection-disabled
  deletion_protection = false
}

resource "aws_rds_cluster" "example_5" {
  # ok: terraform-aws-rds-deletion-protection-disabled
  deletion_protection = true
}

resource "aws_rds_cluster" "example_6" {
  # ok: terraform-aws-rds-deletion-protection-disabled
  deletion_protection = var.given
}
