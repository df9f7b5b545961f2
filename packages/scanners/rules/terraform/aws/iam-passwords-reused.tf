# ruleid: terraform-aws-iam-passwords-reused
resource "aws_iam_account_password_policy" "example_1" {
}

resource "aws_iam_account_password_policy" "example_2" {
  # ruleid: terraform-aws-iam-passwords-reused
  password_reuse_prevention = 3
}

# ok: terraform-aws-iam-passwords-reused
resource "aws_iam_account_password_policy" "example_3" {
  password_reuse_prevention = 24
}

# ok: terraform-aws-iam-passwords-reused
resource "aws_iam_account_password_policy" "example_4" {
  password_reuse_prevention = var.given
}
