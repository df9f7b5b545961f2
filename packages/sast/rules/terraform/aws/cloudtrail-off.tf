resource "aws_cloudtrail" "example_1" {
  # ruleid: terraform-aws-cloudtrail-disabled
  enable_logging = false
}

resource "aws_cloudtrail" "example_2" {
  # ok: terraform-aws-cloudtrail-disabled
  enable_logging = true
}

resource "aws_cloudtrail" "example_3" {
  # ok: terraform-aws-cloudtrail-disabled
  enable_logging = var.given
}
