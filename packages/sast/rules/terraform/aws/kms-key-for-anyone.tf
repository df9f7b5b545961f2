resource "aws_kms_key" "a" {
  policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-kms-key-policy-any-principal
      { Effect = "Allow", Principal = { AWS = "*" }, Action = "kms:*", Resource = "*" },
      # ok: terraform-aws-kms-key-policy-any-principal
      { Effect = "Allow", Principal = { AWS = "*" }, Action = "kms:*", Resource = "*", Condition = { StringEquals = { "kms:CallerAccount" = "123456789012" } } },
      # ok: terraform-aws-kms-key-policy-any-principal
      { Effect = "Allow", Principal = { AWS = "arn:aws:iam::123456789012:root" }, Action = "kms:*", Resource = "*" },
    ]
  })
}
