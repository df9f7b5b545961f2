module "a" {
  # ruleid: terraform-module-not-pinned
  source = "git::https://example.org/network.git"
}

module "b" {
  # ruleid: terraform-module-not-pinned
  source = "github.com/acme/network"
}

module "c" {
  # ok: terraform-module-not-pinned
  source = "git::https://example.org/network.git?ref=v1.4.2"
}

module "d" {
  # ok: terraform-module-not-pinned
  source = "./network"
}
