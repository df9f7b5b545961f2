# ruleid: terraform-aws-iam-short-password-length
resource "aws_iam_account_password_policy" "none" {
  require_numbers = true
}

resource "aws_iam_account_password_policy" "short" {
  # ruleid: terraform-aws-iam-short-password-length
  minimum_password_length = 8
}

resource "aws_iam_account_password_policy" "long" {
  # ok: terraform-aws-iam-short-password-length
  minimum_password_length = 14
}
