resource "google_compute_network" "example_1" {
  # ruleid: terraform-gcp-vpc-automatic-subnets
  auto_create_subnetworks = true
}

resource "google_compute_network" "example_2" {
  # ok: terraform-gcp-vpc-automatic-subnets
  auto_create_subnetworks = false
}

resource "google_compute_network" "example_3" {
  # ok: terraform-gcp-vpc-automatic-subnets
  auto_create_subnetworks = var.given
}
