# ruleid: terraform-aws-kinesis-unencrypted
resource "aws_kinesis_stream" "example_1" {
}

resource "aws_kinesis_stream" "example_2" {
  # ruleid: terraform-aws-kinesis-unencrypted
  encryption_type = "NONE"
}

# ok: terraform-aws-kinesis-unencrypted
resource "aws_kinesis_stream" "example_3" {
  encryption_type = "KMS"
}

# ok: terraform-aws-kinesis-unencrypted
resource "aws_kinesis_stream" "example_4" {
  encryption_type = var.given
}
