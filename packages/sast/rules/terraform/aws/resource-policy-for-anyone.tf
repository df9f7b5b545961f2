resource "aws_s3_bucket_policy" "a" {
  policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-resource-policy-any-principal
      { Effect = "Allow", Principal = "*", Action = "s3:GetObject", Resource = "${aws_s3_bucket.a.arn}/*" },
      # ok: terraform-aws-resource-policy-any-principal
      { Effect = "Deny", Principal = "*", Action = "s3:*", Resource = "*" },
      # ok: terraform-aws-resource-policy-any-principal
      { Effect = "Allow", Principal = "*", Action = "s3:GetObject", Resource = "*", Condition = { StringEquals = { "aws:PrincipalOrgID" = "o-example" } } },
    ]
  })
}

resource "aws_sqs_queue_policy" "b" {
  policy = jsonencode({
    # ruleid: terraform-aws-resource-policy-any-principal
    Statement = { Effect = "Allow", Principal = { AWS = ["*"] }, Action = "sqs:SendMessage", Resource = aws_sqs_queue.b.arn }
  })
}

resource "aws_ecr_repository_policy" "c" {
  policy = jsonencode({
    # ok: terraform-aws-resource-policy-any-principal
    Statement = [{ Effect = "Allow", Principal = { AWS = "arn:aws:iam::123456789012:root" }, Action = "ecr:BatchGetImage" }]
  })
}
