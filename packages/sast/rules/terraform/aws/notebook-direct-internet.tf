# ruleid: terraform-aws-sagemaker-notebook-direct-internet
resource "aws_sagemaker_notebook_instance" "example_1" {
}

resource "aws_sagemaker_notebook_instance" "example_2" {
  # ruleid: terraform-aws-sagemaker-notebook-direct-internet
  direct_internet_access = "Enabled"
}

# ok: terraform-aws-sagemaker-notebook-direct-internet
resource "aws_sagemaker_notebook_instance" "example_3" {
  direct_internet_access = "Disabled"
}

# ok: terraform-aws-sagemaker-notebook-direct-internet
resource "aws_sagemaker_notebook_instance" "example_4" {
  direct_internet_access = var.given
}
