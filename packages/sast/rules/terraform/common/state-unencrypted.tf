# ruleid: terraform-state-unencrypted
terraform {
  backend "s3" {
    bucket  = "state"
    encrypt = false
  }
}

# ok: terraform-state-unencrypted
terraform {
  backend "s3" {
    bucket  = "state"
    encrypt = true
  }
}
