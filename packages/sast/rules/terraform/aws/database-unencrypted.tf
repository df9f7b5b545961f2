# ruleid: terraform-aws-rds-unencrypted
resource "aws_db_instance" "example_1" {
  identifier = "a"
}

resource "aws_db_instance" "example_2" {
  identifier = "a"
  # ruleid: terraform-aws-rds-unencrypted
  storage_encrypted = false
}

# ok: terraform-aws-rds-unencrypted
resource "aws_db_instance" "example_3" {
  identifier = "a"
  storage_encrypted = true
}

# ok: terraform-aws-rds-unencrypted
resource "aws_db_instance" "example_4" {
  identifier = "a"
  storage_encrypted = var.given
}

# ruleid: terraform-aws-rds-unencrypted
resource "aws_rds_cluster" "example_5" {
  identifier = "a"
}

resource "aws_rds_cluster" "example_6" {
  identifier = "a"
  # ruleid: terraform-aws-rds-unencrypted
  storage_encrypted = false
}

# ok: terraform-aws-rds-unencrypted
resource "aws_rds_cluster" "example_7" {
  identifier = "a"
  storage_encrypted = true
}

# ok: terraform-aws-rds-unencrypted
resource "aws_rds_cluster" "example_8" {
  identifier = "a"
  storage_encrypted = var.given
}

# ruleid: terraform-aws-rds-unencrypted
resource "aws_docdb_cluster" "example_9" {
  identifier = "a"
}

resource "aws_docdb_cluster" "example_10" {
  identifier = "a"
  # ruleid: terraform-aws-rds-unencrypted
  storage_encrypted = false
}

# ok: terraform-aws-rds-unencrypted
resource "aws_docdb_cluster" "example_11" {
  identifier = "a"
  storage_encrypted = true
}

# ok: terraform-aws-rds-unencrypted
resource "aws_docdb_cluster" "example_12" {
  identifier = "a"
  storage_encrypted = var.given
}

# ruleid: terraform-aws-rds-unencrypted
resource "aws_neptune_cluster" "example_13" {
  identifier = "a"
}

resource "aws_neptune_cluster" "example_14" {
  identifier = "a"
  # ruleid: terraform-aws-rds-unencrypted
  storage_encrypted = false
}

# ok: terraform-aws-rds-unencrypted
resource "aws_neptune_cluster" "example_15" {
  identifier = "a"
  storage_encrypted = true
}

# ok: terraform-aws-rds-unencrypted
resource "aws_neptune_cluster" "example_16" {
  identifier = "a"
  storage_encrypted = var.given
}

# ok: terraform-aws-rds-unencrypted
resource "aws_db_instance" "replica" {
  replicate_source_db = aws_db_instance.a.identifier
}
