# ruleid: terraform-aws-cloudtrail-no-customer-managed-key
resource "aws_cloudtrail" "example_1" {
  name = "a"
}

# ok: terraform-aws-cloudtrail-no-customer-managed-key
resource "aws_cloudtrail" "example_2" {
  name = "a"
  kms_key_id = aws_kms_key.trail.arn
}

# ok: terraform-aws-cloudtrail-no-customer-managed-key
resource "aws_cloudtrail" "example_3" {
  name = "a"
  kms_key_id = var.given
}
