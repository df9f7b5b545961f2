# ruleid: terraform-aws-ebs-unencrypted
resource "aws_ebs_volume" "example_1" {
  size = 10
}

resource "aws_ebs_volume" "example_2" {
  size = 10
  # ruleid: terraform-aws-ebs-unencrypted
  encrypted = false
}

# ok: terraform-aws-ebs-unencrypted
resource "aws_ebs_volume" "example_3" {
  size = 10
  encrypted = true
}

# ok: terraform-aws-ebs-unencrypted
resource "aws_ebs_volume" "example_4" {
  size = 10
  encrypted = var.given
}
