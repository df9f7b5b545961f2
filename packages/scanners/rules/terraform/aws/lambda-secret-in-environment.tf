resource "aws_lambda_function" "a" {
  environment {
    variables = {
      # ruleid: terraform-aws-lambda-secret-in-environment
      DB_PASSWORD = "example-not-real"
      # ok: terraform-aws-lambda-secret-in-environment
      DB_PASSWORD_ARN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db"
      # ok: terraform-aws-lambda-secret-in-environment
      API_KEY = var.api_key
      # ok: terraform-aws-lambda-secret-in-environment
      STAGE = "production"
    }
  }
}
