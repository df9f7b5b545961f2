# ruleid: terraform-aws-lambda-public-permission
resource "aws_lambda_permission" "open" {
  action    = "lambda:InvokeFunction"
  principal = "*"
}

# ok: terraform-aws-lambda-public-permission
resource "aws_lambda_permission" "narrow" {
  principal        = "*"
  principal_org_id = "o-example"
}

# ok: terraform-aws-lambda-public-permission
resource "aws_lambda_permission" "service" {
  principal  = "s3.amazonaws.com"
  source_arn = aws_s3_bucket.a.arn
}
