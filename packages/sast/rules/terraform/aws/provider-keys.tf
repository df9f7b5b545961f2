provider "aws" {
  region = "eu-west-1"
  # ruleid: terraform-aws-provider-hardcoded-access-key
  secret_key = "example-not-real"
}

provider "aws" {
  region = "eu-west-1"
  # ok: terraform-aws-provider-hardcoded-access-key
  secret_key = var.secret_key
}
