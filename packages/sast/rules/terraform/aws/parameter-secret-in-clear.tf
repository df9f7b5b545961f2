# ruleid: terraform-aws-ssm-plaintext-secret
resource "aws_ssm_parameter" "a" {
  name  = "/shop/db-password"
  type  = "String"
  value = var.password
}

# ok: terraform-aws-ssm-plaintext-secret
resource "aws_ssm_parameter" "b" {
  name  = "/shop/db-password"
  type  = "SecureString"
  value = var.password
}

# ok: terraform-aws-ssm-plaintext-secret
resource "aws_ssm_parameter" "c" {
  name  = "/shop/stage"
  type  = "String"
  value = "production"
}
