resource "aws_api_gateway_domain_name" "example_1" {
  # ruleid: terraform-aws-apigateway-outdated-tls
  security_policy = "TLS_1_0"
}

resource "aws_api_gateway_domain_name" "example_2" {
  # ok: terraform-aws-apigateway-outdated-tls
  security_policy = "TLS_1_2"
}

resource "aws_api_gateway_domain_name" "example_3" {
  # ok: terraform-aws-apigateway-outdated-tls
  security_policy = var.given
}
