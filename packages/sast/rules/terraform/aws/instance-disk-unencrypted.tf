resource "aws_instance" "example_1" {
  root_block_device {
    # ruleid: terraform-aws-ec2-disk-unencrypted
    encrypted = false
  }
}

resource "aws_instance" "example_2" {
  root_block_device {
    # ok: terraform-aws-ec2-disk-unencrypted
    encrypted = true
  }
}

resource "aws_instance" "example_3" {
  root_block_device {
    # ok: terraform-aws-ec2-disk-unencrypted
    encrypted = var.given
  }
}
