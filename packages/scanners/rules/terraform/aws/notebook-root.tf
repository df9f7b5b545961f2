resource "aws_sagemaker_notebook_instance" "example_1" {
  # ruleid: terraform-aws-notebook-root
  root_access = "Enabled"
}

resource "aws_sagemaker_notebook_instance" "example_2" {
  # ok: terraform-aws-notebook-root
  root_access = "Disabled"
}

resource "aws_sagemaker_notebook_instance" "example_3" {
  # ok: terraform-aws-notebook-root
  root_access = var.given
}
