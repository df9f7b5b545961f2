# ruleid: terraform-aws-s3-public-access-block-incomplete
resource "aws_s3_bucket_public_access_block" "partial" {
  bucket            = aws_s3_bucket.a.id
  block_public_acls = true
}

# ruleid: terraform-aws-s3-public-access-block-incomplete
resource "aws_s3_bucket_public_access_block" "off" {
  bucket                  = aws_s3_bucket.a.id
  block_public_acls       = true
  block_public_policy     = false
  ignore_public_acls      = true
  restrict_public_buckets = true
}

# ok: terraform-aws-s3-public-access-block-incomplete
resource "aws_s3_bucket_public_access_block" "on" {
  bucket                  = aws_s3_bucket.a.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}
