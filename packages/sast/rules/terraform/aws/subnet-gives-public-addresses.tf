resource "aws_subnet" "example_1" {
  # ruleid: terraform-aws-subnet-public-ip
  map_public_ip_on_launch = true
}

resource "aws_subnet" "example_2" {
  # ok: terraform-aws-subnet-public-ip
  map_public_ip_on_launch = false
}

resource "aws_subnet" "example_3" {
  # ok: terraform-aws-subnet-public-ip
  map_public_ip_on_launch = var.given
}
