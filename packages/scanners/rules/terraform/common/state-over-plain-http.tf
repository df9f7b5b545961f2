terraform {
  backend "http" {
    # ruleid: terraform-state-over-plain-http
    address = "http://state.example.org/shop"
  }
}

terraform {
  backend "http" {
    # ok: terraform-state-over-plain-http
    address = "https://state.example.org/shop"
  }
}
