resource "aws_ami_launch_permission" "example_1" {
  # ruleid: terraform-aws-ami-public
  group = "all"
}

resource "aws_ami_launch_permission" "example_2" {
  # ok: terraform-aws-ami-public
  group = null
}

resource "aws_ami_launch_permission" "example_3" {
  # ok: terraform-aws-ami-public
  group = var.given
}
