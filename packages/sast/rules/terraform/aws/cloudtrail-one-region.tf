# ruleid: terraform-aws-cloudtrail-single-region
resource "aws_cloudtrail" "example_1" {
  name = "a"
}

resource "aws_cloudtrail" "example_2" {
  name = "a"
  # ruleid: terraform-aws-cloudtrail-single-region
  is_multi_region_trail = false
}

# ok: terraform-aws-cloudtrail-single-region
resource "aws_cloudtrail" "example_3" {
  name = "a"
  is_multi_region_trail = true
}

# ok: terraform-aws-cloudtrail-single-region
resource "aws_cloudtrail" "example_4" {
  name = "a"
  is_multi_region_trail = var.given
}
