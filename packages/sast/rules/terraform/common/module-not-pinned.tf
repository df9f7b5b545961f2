module "a" {
  # ruleid: terraform-unpinned-module
  source = "git::https://example.org/network.git"
}

module "b" {
  # ruleid: terraform-unpinned-module
  source = "github.com/acme/network"
}

module "c" {
  # ok: terraform-unpinned-module
  source = "git::https://example.org/network.git?ref=v1.4.2"
}

module "d" {
  # ok: terraform-unpinned-module
  source = "./network"
}
