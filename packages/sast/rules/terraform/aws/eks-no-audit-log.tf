# ruleid: terraform-aws-eks-audit-log-disabled
resource "aws_eks_cluster" "example_1" {
  name = "a"
}

# ok: terraform-aws-eks-audit-log-disabled
resource "aws_eks_cluster" "example_2" {
  name = "a"
  enabled_cluster_log_types = ["api", "audit", "authenticator"]
}

# ok: terraform-aws-eks-audit-log-disabled
resource "aws_eks_cluster" "example_3" {
  name = "a"
  enabled_cluster_log_types = var.given
}
