resource "aws_security_group" "a" {
  ingress {
    from_port = 5432
    to_port   = 5432
    protocol  = "tcp"
    # ruleid: terraform-aws-security-group-open-database-port
    cidr_blocks = ["10.0.0.0/8", "0.0.0.0/0"]
  }
  ingress {
    from_port = 5432
    to_port   = 5432
    protocol  = "tcp"
    # ruleid: terraform-aws-security-group-open-database-port
    ipv6_cidr_blocks = ["::/0"]
  }
  ingress {
    from_port = 443
    to_port   = 443
    protocol  = "tcp"
    # ok: terraform-aws-security-group-open-database-port
    cidr_blocks = ["0.0.0.0/0"]
  }
  ingress {
    from_port = 5432
    to_port   = 5432
    protocol  = "tcp"
    # ok: terraform-aws-security-group-open-database-port
    cidr_blocks = ["10.1.0.0/16"]
  }
  egress {
    from_port = 5432
    to_port   = 5432
    protocol  = "tcp"
    # ok: terraform-aws-security-group-open-database-port
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group_rule" "b" {
  type      = "ingress"
  from_port = 5432
  to_port   = 5432
  protocol  = "tcp"
  # ruleid: terraform-aws-security-group-open-database-port
  cidr_blocks = ["0.0.0.0/0"]
}

resource "aws_vpc_security_group_ingress_rule" "c" {
  from_port = 5432
  to_port   = 5432
  # ruleid: terraform-aws-security-group-open-database-port
  cidr_ipv4 = "0.0.0.0/0"
}

resource "aws_vpc_security_group_ingress_rule" "d" {
  from_port = 5432
  to_port   = 5432
  # ok: terraform-aws-security-group-open-database-port
  cidr_ipv4 = var.office
}

resource "aws_network_acl_rule" "e" {
  rule_action = "allow"
  from_port   = 5432
  to_port     = 5432
  # ruleid: terraform-aws-security-group-open-database-port
  cidr_block = "0.0.0.0/0"
}

resource "aws_network_acl_rule" "f" {
  egress      = true
  rule_action = "allow"
  from_port   = 5432
  to_port     = 5432
  # ok: terraform-aws-security-group-open-database-port
  cidr_block = "0.0.0.0/0"
}
