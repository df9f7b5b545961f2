# ruleid: terraform-aws-iam-access-key
resource "aws_iam_access_key" "example_1" {
}

# ok: terraform-aws-iam-access-key
resource "aws_iam_access_key" "example_2" {
  pgp_key = "keybase:ops"
}

# ok: terraform-aws-iam-access-key
resource "aws_iam_access_key" "example_3" {
  pgp_key = var.given
}
