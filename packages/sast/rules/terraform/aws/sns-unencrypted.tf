# ruleid: terraform-aws-sns-unencrypted
resource "aws_sns_topic" "example_1" {
}

# ok: terraform-aws-sns-unencrypted
resource "aws_sns_topic" "example_2" {
  kms_master_key_id = "alias/aws/sns"
}

# ok: terraform-aws-sns-unencrypted
resource "aws_sns_topic" "example_3" {
  kms_master_key_id = var.given
}
