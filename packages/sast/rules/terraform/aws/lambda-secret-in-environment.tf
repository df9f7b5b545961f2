resource "aws_lambda_function" "a" {
  environment {
    variables = {
      # ruleid: terraform-aws-lambda-hardcoded-secret
      DB_PASSWORD = "example-not-real"
      # ok: terraform-aws-lambda-hardcoded-secret
      DB_PASSWORD_ARN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db"
      # ok: terraform-aws-lambda-hardcoded-secret
      API_KEY = var.api_key
      # ok: terraform-aws-lambda-hardcoded-secret
      STAGE = "production"
    }
  }
}
