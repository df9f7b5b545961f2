resource "aws_lambda_function_url" "example_1" {
  # ruleid: terraform-aws-lambda-url-unauthenticated
  authorization_type = "NONE"
}

resource "aws_lambda_function_url" "example_2" {
  # ok: terraform-aws-lambda-url-unauthenticated
  authorization_type = "AWS_IAM"
}

resource "aws_lambda_function_url" "example_3" {
  # ok: terraform-aws-lambda-url-unauthenticated
  authorization_type = var.given
}
