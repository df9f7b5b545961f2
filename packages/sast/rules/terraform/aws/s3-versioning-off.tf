resource "aws_s3_bucket_versioning" "example_1" {
  versioning_configuration {
    # ruleid: terraform-aws-s3-versioning-disabled
    status = "Suspended"
  }
}

resource "aws_s3_bucket_versioning" "example_2" {
  versioning_configuration {
    # ok: terraform-aws-s3-versioning-disabled
    status = "Enabled"
  }
}

resource "aws_s3_bucket_versioning" "example_3" {
  versioning_configuration {
    # ok: terraform-aws-s3-versioning-disabled
    status = var.given
  }
}

resource "aws_s3_bucket" "inline" {
  versioning {
    # ruleid: terraform-aws-s3-versioning-disabled
    enabled = false
  }
}

resource "aws_s3_bucket" "inline_on" {
  versioning {
    # ok: terraform-aws-s3-versioning-disabled
    enabled = true
  }
}
