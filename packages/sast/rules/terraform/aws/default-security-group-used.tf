# ruleid: terraform-aws-default-security-group-rules
resource "aws_default_security_group" "open" {
  vpc_id = aws_vpc.a.id
  ingress {
    self = true
  }
}

# ok: terraform-aws-default-security-group-rules
resource "aws_default_security_group" "closed" {
  vpc_id = aws_vpc.a.id
}
