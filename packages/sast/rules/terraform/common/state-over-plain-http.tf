terraform {
  backend "http" {
    # ruleid: terraform-state-plain-http
    address = "http://state.example.org/shop"
  }
}

terraform {
  backend "http" {
    # ok: terraform-state-plain-http
    address = "https://state.example.org/shop"
  }
}
