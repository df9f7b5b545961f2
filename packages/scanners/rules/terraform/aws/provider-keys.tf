provider "aws" {
  region = "eu-west-1"
  # ruleid: terraform-aws-provider-keys
  secret_key = "example-not-real"
}

provider "aws" {
  region = "eu-west-1"
  # ok: terraform-aws-provider-keys
  secret_key = var.secret_key
}
