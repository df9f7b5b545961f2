resource "aws_subnet" "example_1" {
  # ruleid: terraform-aws-subnet-gives-public-addresses
  map_public_ip_on_launch = true
}

resource "aws_subnet" "example_2" {
  # ok: terraform-aws-subnet-gives-public-addresses
  map_public_ip_on_launch = false
}

resource "aws_subnet" "example_3" {
  # ok: terraform-aws-subnet-gives-public-addresses
  map_public_ip_on_launch = var.given
}
