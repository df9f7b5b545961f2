resource "aws_iam_role_policy_attachment" "example_1" {
  # ruleid: terraform-aws-iam-administrator-attached
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"
}

resource "aws_iam_role_policy_attachment" "example_2" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = aws_iam_policy.reader.arn
}

resource "aws_iam_role_policy_attachment" "example_3" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = var.given
}

resource "aws_iam_user_policy_attachment" "example_4" {
  # ruleid: terraform-aws-iam-administrator-attached
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"
}

resource "aws_iam_user_policy_attachment" "example_5" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = aws_iam_policy.reader.arn
}

resource "aws_iam_user_policy_attachment" "example_6" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = var.given
}

resource "aws_iam_group_policy_attachment" "example_7" {
  # ruleid: terraform-aws-iam-administrator-attached
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"
}

resource "aws_iam_group_policy_attachment" "example_8" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = aws_iam_policy.reader.arn
}

resource "aws_iam_group_policy_attachment" "example_9" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = var.given
}

resource "aws_iam_policy_attachment" "example_10" {
  # ruleid: terraform-aws-iam-administrator-attached
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"
}

resource "aws_iam_policy_attachment" "example_11" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = aws_iam_policy.reader.arn
}

resource "aws_iam_policy_attachment" "example_12" {
  # ok: terraform-aws-iam-administrator-attached
  policy_arn = var.given
}
