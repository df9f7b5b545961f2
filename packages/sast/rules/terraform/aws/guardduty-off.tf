resource "aws_guardduty_detector" "example_1" {
  # ruleid: terraform-aws-guardduty-disabled
  enable = false
}

resource "aws_guardduty_detector" "example_2" {
  # ok: terraform-aws-guardduty-disabled
  enable = true
}

resource "aws_guardduty_detector" "example_3" {
  # ok: terraform-aws-guardduty-disabled
  enable = var.given
}
