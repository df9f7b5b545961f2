module "a" {
  # ruleid: terraform-unpinned-module-registry
  source = "terraform-aws-modules/vpc/aws"
}

module "b" {
  # ok: terraform-unpinned-module-registry
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.8.1"
}

module "c" {
  # ok: terraform-unpinned-module-registry
  source = "./modules/vpc/aws"
}
