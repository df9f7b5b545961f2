# ruleid: terraform-aws-ecr-mutable-tags
resource "aws_ecr_repository" "example_1" {
  name = "a"
}

resource "aws_ecr_repository" "example_2" {
  name = "a"
  # ruleid: terraform-aws-ecr-mutable-tags
  image_tag_mutability = "MUTABLE"
}

# ok: terraform-aws-ecr-mutable-tags
resource "aws_ecr_repository" "example_3" {
  name = "a"
  image_tag_mutability = "IMMUTABLE"
}

# ok: terraform-aws-ecr-mutable-tags
resource "aws_ecr_repository" "example_4" {
  name = "a"
  image_tag_mutability = var.given
}
