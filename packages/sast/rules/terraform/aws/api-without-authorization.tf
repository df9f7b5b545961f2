# ruleid: terraform-aws-apigateway-missing-authorization
resource "aws_api_gateway_method" "open" {
  http_method   = "POST"
  authorization = "NONE"
}

# ok: terraform-aws-apigateway-missing-authorization
resource "aws_api_gateway_method" "preflight" {
  http_method   = "OPTIONS"
  authorization = "NONE"
}

# ok: terraform-aws-apigateway-missing-authorization
resource "aws_api_gateway_method" "closed" {
  http_method   = "POST"
  authorization = "AWS_IAM"
}
