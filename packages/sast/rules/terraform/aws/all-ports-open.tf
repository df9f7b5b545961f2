resource "aws_security_group" "a" {
  ingress {
    from_port = 0
    to_port   = 0
    protocol  = "-1"
    # ruleid: terraform-aws-security-group-open-all-ports
    cidr_blocks = ["0.0.0.0/0"]
  }
  ingress {
    from_port = 0
    to_port   = 0
    protocol  = "-1"
    # ok: terraform-aws-security-group-open-all-ports
    cidr_blocks = ["10.0.0.0/8"]
  }
  egress {
    protocol = "-1"
    # ok: terraform-aws-security-group-open-all-ports
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_vpc_security_group_ingress_rule" "b" {
  ip_protocol = "-1"
  # ruleid: terraform-aws-security-group-open-all-ports
  cidr_ipv4 = "0.0.0.0/0"
}

resource "aws_security_group_rule" "c" {
  type     = "ingress"
  protocol = "-1"
  # ruleid: terraform-aws-security-group-open-all-ports
  cidr_blocks = ["0.0.0.0/0"]
}
