# ruleid: terraform-aws-eks-secrets-unencrypted
resource "aws_eks_cluster" "example_1" {
  name = "a"
}

# ok: terraform-aws-eks-secrets-unencrypted
resource "aws_eks_cluster" "example_2" {
  name = "a"
  encryption_config {
    resources = ["secrets"]
  }
}
