resource "aws_db_instance" "example_1" {
  # ruleid: terraform-aws-rds-publicly-accessible
  publicly_accessible = true
}

resource "aws_db_instance" "example_2" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = false
}

resource "aws_db_instance" "example_3" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = var.given
}

resource "aws_rds_cluster_instance" "example_4" {
  # ruleid: terraform-aws-rds-publicly-accessible
  publicly_accessible = true
}

resource "aws_rds_cluster_instance" "example_5" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = false
}

resource "aws_rds_cluster_instance" "example_6" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = var.given
}

resource "aws_redshift_cluster" "example_7" {
  # ruleid: terraform-aws-rds-publicly-accessible
  publicly_accessible = true
}

resource "aws_redshift_cluster" "example_8" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = false
}

resource "aws_redshift_cluster" "example_9" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = var.given
}

resource "aws_dms_replication_instance" "example_10" {
  # ruleid: terraform-aws-rds-publicly-accessible
  publicly_accessible = true
}

resource "aws_dms_replication_instance" "example_11" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = false
}

resource "aws_dms_replication_instance" "example_12" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = var.given
}

resource "aws_neptune_cluster_instance" "example_13" {
  # ruleid: terraform-aws-rds-publicly-accessible
  publicly_accessible = true
}

resource "aws_neptune_cluster_instance" "example_14" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = false
}

resource "aws_neptune_cluster_instance" "example_15" {
  # ok: terraform-aws-rds-publicly-accessible
  publicly_accessible = var.given
}
