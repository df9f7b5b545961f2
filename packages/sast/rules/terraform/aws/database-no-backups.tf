resource "aws_db_instance" "example_1" {
  # ruleid: terraform-aws-rds-backups-disabled
  backup_retention_period = 0
}

resource "aws_db_instance" "example_2" {
  # ok: terraform-aws-rds-backups-disabled
  backup_retention_period = 7
}

resource "aws_db_instance" "example_3" {
  # ok: terraform-aws-rds-backups-disabled
  backup_retention_period = var.given
}

resource "aws_rds_cluster" "example_4" {
  # ruleid: terraform-aws-rds-backups-disabled
  backup_retention_period = 0
}

resource "aws_rds_cluster" "example_5" {
  # ok: terraform-aws-rds-backups-disabled
  backup_retention_period = 7
}

resource "aws_rds_cluster" "example_6" {
  # ok: terraform-aws-rds-backups-disabled
  backup_retention_period = var.given
}
