resource "aws_iam_user_policy" "deployer" {
  policy = jsonencode({
    Statement = [
      # ruleid: terraform-aws-iam-pass-role-wildcard
      { Effect = "Allow", Action = ["ec2:RunInstances", "iam:PassRole"], Resource = "*" },
      # ok: terraform-aws-iam-pass-role-wildcard
      { Effect = "Allow", Action = "iam:PassRole", Resource = aws_iam_role.task.arn },
    ]
  })
}
