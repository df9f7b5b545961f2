resource "aws_iam_policy" "keys" {
  policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-iam-wildcard-service-actions
      { Effect = "Allow", Action = ["logs:PutLogEvents", "kms:*"], Resource = "*" },
      # ok: terraform-aws-iam-wildcard-service-actions
      { Effect = "Allow", Action = "kms:*", Resource = aws_kms_key.a.arn },
      # ok: terraform-aws-iam-wildcard-service-actions
      { Effect = "Allow", Action = "kms:Decrypt", Resource = "*" },
    ]
  })
}
