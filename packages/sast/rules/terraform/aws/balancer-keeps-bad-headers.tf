resource "aws_lb" "example_1" {
  # ruleid: terraform-aws-elb-http-request-smuggling
  drop_invalid_header_fields = false
}

resource "aws_lb" "example_2" {
  # ok: terraform-aws-elb-http-request-smuggling
  drop_invalid_header_fields = true
}

resource "aws_lb" "example_3" {
  # ok: terraform-aws-elb-http-request-smuggling
  drop_invalid_header_fields = var.given
}
