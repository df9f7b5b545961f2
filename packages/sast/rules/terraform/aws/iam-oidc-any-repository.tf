resource "aws_iam_role" "ci" {
  assume_role_policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-iam-role-any-github-repository
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRoleWithWebIdentity"
        Principal = { Federated = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com" }
        Condition = { StringEquals = { "token.actions.githubusercontent.com:aud" = "sts.amazonaws.com" } }
      },
      # ok: terraform-aws-iam-role-any-github-repository
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRoleWithWebIdentity"
        Principal = { Federated = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com" }
        Condition = { StringLike = { "token.actions.githubusercontent.com:sub" = "repo:acme/shop:*" } }
      },
    ]
  })
}
