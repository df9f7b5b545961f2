resource "aws_instance" "example_1" {
  # ruleid: terraform-aws-instance-public-address
  associate_public_ip_address = true
}

resource "aws_instance" "example_2" {
  # ok: terraform-aws-instance-public-address
  associate_public_ip_address = false
}

resource "aws_instance" "example_3" {
  # ok: terraform-aws-instance-public-address
  associate_public_ip_address = var.given
}
