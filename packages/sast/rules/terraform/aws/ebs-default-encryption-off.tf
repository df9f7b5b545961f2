resource "aws_ebs_encryption_by_default" "example_1" {
  # ruleid: terraform-aws-ebs-default-encryption-disabled
  enabled = false
}

resource "aws_ebs_encryption_by_default" "example_2" {
  # ok: terraform-aws-ebs-default-encryption-disabled
  enabled = true
}

resource "aws_ebs_encryption_by_default" "example_3" {
  # ok: terraform-aws-ebs-default-encryption-disabled
  enabled = var.given
}
