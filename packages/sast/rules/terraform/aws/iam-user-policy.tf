# ruleid: terraform-aws-iam-user-policy
resource "aws_iam_user_policy" "ann" {
  user = "ann"
}

# ruleid: terraform-aws-iam-user-policy
resource "aws_iam_user_policy_attachment" "ann" {
  user = "ann"
}

# ok: terraform-aws-iam-user-policy
resource "aws_iam_group_policy_attachment" "staff" {
  group = "staff"
}
