# ruleid: terraform-aws-eks-public-endpoint
resource "aws_eks_cluster" "open" {
  vpc_config {
    subnet_ids = [aws_subnet.a.id]
  }
}

# ruleid: terraform-aws-eks-public-endpoint
resource "aws_eks_cluster" "everyone" {
  vpc_config {
    endpoint_public_access = true
    public_access_cidrs    = ["0.0.0.0/0"]
  }
}

# ruleid: terraform-aws-eks-public-endpoint
resource "aws_eks_cluster" "said" {
  vpc_config {
    endpoint_public_access = true
  }
}

# ok: terraform-aws-eks-public-endpoint
resource "aws_eks_cluster" "closed" {
  vpc_config {
    endpoint_public_access = false
  }
}

# ok: terraform-aws-eks-public-endpoint
resource "aws_eks_cluster" "given" {
  vpc_config {
    endpoint_public_access = var.public
  }
}

# ok: terraform-aws-eks-public-endpoint
resource "aws_eks_cluster" "office" {
  vpc_config {
    public_access_cidrs = ["203.0.113.0/28"]
  }
}
