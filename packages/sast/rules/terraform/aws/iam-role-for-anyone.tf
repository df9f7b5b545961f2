resource "aws_iam_role" "open" {
  assume_role_policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-iam-role-any-principal
      { Effect = "Allow", Action = "sts:AssumeRole", Principal = { AWS = "*" } },
      # ruleid: terraform-aws-iam-role-any-principal
      { Effect = "Allow", Action = "sts:AssumeRole", Principal = "*" },
      # ok: terraform-aws-iam-role-any-principal
      { Effect = "Allow", Action = "sts:AssumeRole", Principal = { AWS = "*" }, Condition = { StringEquals = { "aws:PrincipalOrgID" = "o-example" } } },
      # ok: terraform-aws-iam-role-any-principal
      { Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } },
    ]
  })
}
