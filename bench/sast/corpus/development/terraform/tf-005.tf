data "aws_iam_policy_document" "worker" {
  statement {
    sid       = "Queue"
    actions   = ["sqs:ReceiveMessage", "sqs:DeleteMessage"]
    resources = ["arn:aws:sqs:eu-central-1:000000000000:jobs"]
  }
}

resource "aws_iam_policy" "worker" {
  name   = "worker"
  policy = data.aws_iam_policy_document.worker.json
}

resource "aws_iam_role_policy_attachment" "worker" {
  role       = "worker"
  policy_arn = aws_iam_policy.worker.arn
}
