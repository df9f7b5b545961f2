# ruleid: terraform-aws-elasticache-unencrypted
resource "aws_elasticache_replication_group" "example_1" {
  replication_group_id = "a"
}

resource "aws_elasticache_replication_group" "example_2" {
  replication_group_id = "a"
  # ruleid: terraform-aws-elasticache-unencrypted
  at_rest_encryption_enabled = false
}

# ok: terraform-aws-elasticache-unencrypted
resource "aws_elasticache_replication_group" "example_3" {
  replication_group_id = "a"
  at_rest_encryption_enabled = true
}

# ok: terraform-aws-elasticache-unencrypted
resource "aws_elasticache_replication_group" "example_4" {
  replication_group_id = "a"
  at_rest_encryption_enabled = var.given
}
