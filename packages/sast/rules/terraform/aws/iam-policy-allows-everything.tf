resource "aws_iam_policy" "admin" {
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      # ruleid: terraform-aws-iam-wildcard-admin
      { Effect = "Allow", Action = "*", Resource = "*" },
    ]
  })
}

resource "aws_iam_role_policy" "listed" {
  policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-iam-wildcard-admin
      { Effect = "Allow", Action = ["s3:GetObject", "*"], Resource = ["*"] },
      # ok: terraform-aws-iam-wildcard-admin
      { Effect = "Deny", Action = "*", Resource = "*" },
      # ok: terraform-aws-iam-wildcard-admin
      { Effect = "Allow", Action = "s3:GetObject", Resource = "*" },
    ]
  })
}
