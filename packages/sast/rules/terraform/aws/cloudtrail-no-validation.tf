# ruleid: terraform-aws-cloudtrail-log-validation-disabled
resource "aws_cloudtrail" "example_1" {
  name = "a"
}

resource "aws_cloudtrail" "example_2" {
  name = "a"
  # ruleid: terraform-aws-cloudtrail-log-validation-disabled
  enable_log_file_validation = false
}

# ok: terraform-aws-cloudtrail-log-validation-disabled
resource "aws_cloudtrail" "example_3" {
  name = "a"
  enable_log_file_validation = true
}

# ok: terraform-aws-cloudtrail-log-validation-disabled
resource "aws_cloudtrail" "example_4" {
  name = "a"
  enable_log_file_validation = var.given
}
