resource "aws_sqs_queue" "example_1" {
  # ruleid: terraform-aws-sqs-unencrypted
  sqs_managed_sse_enabled = false
}

resource "aws_sqs_queue" "example_2" {
  # ok: terraform-aws-sqs-unencrypted
  sqs_managed_sse_enabled = true
}

resource "aws_sqs_queue" "example_3" {
  # ok: terraform-aws-sqs-unencrypted
  sqs_managed_sse_enabled = var.given
}
