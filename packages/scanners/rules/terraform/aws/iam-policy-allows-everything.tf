resource "aws_iam_policy" "admin" {
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      # ruleid: terraform-aws-iam-policy-allows-everything
      { Effect = "Allow", Action = "*", Resource = "*" },
    ]
  })
}

resource "aws_iam_role_policy" "listed" {
  policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-iam-policy-allows-everything
      { Effect = "Allow", Action = ["s3:GetObject", "*"], Resource = ["*"] },
      # ok: terraform-aws-iam-policy-allows-everything
      { Effect = "Deny", Action = "*", Resource = "*" },
      # ok: terraform-aws-iam-policy-allows-everything
      { Effect = "Allow", Action = "s3:GetObject", Resource = "*" },
    ]
  })
}
