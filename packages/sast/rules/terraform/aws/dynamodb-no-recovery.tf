# ruleid: terraform-aws-dynamodb-no-point-in-time-recovery
resource "aws_dynamodb_table" "example_1" {
  name = "a"
}

resource "aws_dynamodb_table" "example_2" {
  name = "a"
  point_in_time_recovery {
    # ruleid: terraform-aws-dynamodb-no-point-in-time-recovery
    enabled = false
  }
}

# ok: terraform-aws-dynamodb-no-point-in-time-recovery
resource "aws_dynamodb_table" "example_3" {
  name = "a"
  point_in_time_recovery {
    enabled = true
  }
}

# ok: terraform-aws-dynamodb-no-point-in-time-recovery
resource "aws_dynamodb_table" "example_4" {
  name = "a"
  point_in_time_recovery {
    enabled = var.given
  }
}
