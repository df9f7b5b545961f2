resource "aws_sagemaker_notebook_instance" "example_1" {
  # ruleid: terraform-aws-sagemaker-notebook-root-access
  root_access = "Enabled"
}

resource "aws_sagemaker_notebook_instance" "example_2" {
  # ok: terraform-aws-sagemaker-notebook-root-access
  root_access = "Disabled"
}

resource "aws_sagemaker_notebook_instance" "example_3" {
  # ok: terraform-aws-sagemaker-notebook-root-access
  root_access = var.given
}
