resource "aws_ecr_repository" "example_1" {
  image_scanning_configuration {
    # ruleid: terraform-aws-ecr-scanning-disabled
    scan_on_push = false
  }
}

resource "aws_ecr_repository" "example_2" {
  image_scanning_configuration {
    # ok: terraform-aws-ecr-scanning-disabled
    scan_on_push = true
  }
}

resource "aws_ecr_repository" "example_3" {
  image_scanning_configuration {
    # ok: terraform-aws-ecr-scanning-disabled
    scan_on_push = var.given
  }
}
