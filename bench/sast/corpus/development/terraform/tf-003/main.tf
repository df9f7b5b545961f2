resource "aws_s3_bucket" "reports" {
  bucket = "example-company-reports"
}

resource "aws_s3_bucket_public_access_block" "reports" {
  bucket                  = aws_s3_bucket.reports.id
  block_public_acls       = local.closed
  block_public_policy     = local.closed
  ignore_public_acls      = local.closed
  restrict_public_buckets = local.closed
}

resource "aws_s3_bucket_server_side_encryption_configuration" "reports" {
  bucket = aws_s3_bucket.reports.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "aws:kms"
    }
  }
}
