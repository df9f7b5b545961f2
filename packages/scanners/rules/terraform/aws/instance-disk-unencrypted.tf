resource "aws_instance" "example_1" {
  root_block_device {
    # ruleid: terraform-aws-instance-disk-unencrypted
    encrypted = false
  }
}

resource "aws_instance" "example_2" {
  root_block_device {
    # ok: terraform-aws-instance-disk-unencrypted
    encrypted = true
  }
}

resource "aws_instance" "example_3" {
  root_block_device {
    # ok: terraform-aws-instance-disk-unencrypted
    encrypted = var.given
  }
}
