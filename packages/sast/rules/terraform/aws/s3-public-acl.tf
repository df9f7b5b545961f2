resource "aws_s3_bucket" "example_1" {
  # ruleid: terraform-aws-s3-public-acl
  acl = "public-read"
}

resource "aws_s3_bucket" "example_2" {
  # ok: terraform-aws-s3-public-acl
  acl = "private"
}

resource "aws_s3_bucket" "example_3" {
  # ok: terraform-aws-s3-public-acl
  acl = var.given
}

resource "aws_s3_bucket_acl" "example_4" {
  # ruleid: terraform-aws-s3-public-acl
  acl = "public-read"
}

resource "aws_s3_bucket_acl" "example_5" {
  # ok: terraform-aws-s3-public-acl
  acl = "private"
}

resource "aws_s3_bucket_acl" "example_6" {
  # ok: terraform-aws-s3-public-acl
  acl = var.given
}
