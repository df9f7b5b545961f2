# ruleid: terraform-aws-iam-password-reuse-allowed
resource "aws_iam_account_password_policy" "example_1" {
}

resource "aws_iam_account_password_policy" "example_2" {
  # ruleid: terraform-aws-iam-password-reuse-allowed
  password_reuse_prevention = 3
}

# ok: terraform-aws-iam-password-reuse-allowed
resource "aws_iam_account_password_policy" "example_3" {
  password_reuse_prevention = 24
}

# ok: terraform-aws-iam-password-reuse-allowed
resource "aws_iam_account_password_policy" "example_4" {
  password_reuse_prevention = var.given
}
