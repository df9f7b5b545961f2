module "a" {
  # ruleid: terraform-registry-module-not-pinned
  source = "terraform-aws-modules/vpc/aws"
}

module "b" {
  # ok: terraform-registry-module-not-pinned
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.8.1"
}

module "c" {
  # ok: terraform-registry-module-not-pinned
  source = "./modules/vpc/aws"
}
