# ruleid: terraform-aws-kms-rotation-not-enabled
resource "aws_kms_key" "example_1" {
  description = "a"
}

resource "aws_kms_key" "example_2" {
  description = "a"
  # ruleid: terraform-aws-kms-rotation-not-enabled
  enable_key_rotation = false
}

# ok: terraform-aws-kms-rotation-not-enabled
resource "aws_kms_key" "example_3" {
  description = "a"
  enable_key_rotation = true
}

# ok: terraform-aws-kms-rotation-not-enabled
resource "aws_kms_key" "example_4" {
  description = "a"
  enable_key_rotation = var.given
}
