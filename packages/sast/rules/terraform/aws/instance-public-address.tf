resource "aws_instance" "example_1" {
  # ruleid: terraform-aws-ec2-public-ip
  associate_public_ip_address = true
}

resource "aws_instance" "example_2" {
  # ok: terraform-aws-ec2-public-ip
  associate_public_ip_address = false
}

resource "aws_instance" "example_3" {
  # ok: terraform-aws-ec2-public-ip
  associate_public_ip_address = var.given
}
