# ruleid: terraform-aws-efs-unencrypted
resource "aws_efs_file_system" "example_1" {
}

resource "aws_efs_file_system" "example_2" {
  # ruleid: terraform-aws-efs-unencrypted
  encrypted = false
}

# ok: terraform-aws-efs-unencrypted
resource "aws_efs_file_system" "example_3" {
  encrypted = true
}

# ok: terraform-aws-efs-unencrypted
resource "aws_efs_file_system" "example_4" {
  encrypted = var.given
}
