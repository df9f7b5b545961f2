resource "google_dns_managed_zone" "example_1" {
  dnssec_config {
    # ruleid: terraform-gcp-dns-dnssec-disabled
    state = "off"
  }
}

resource "google_dns_managed_zone" "example_2" {
  dnssec_config {
    # ok: terraform-gcp-dns-dnssec-disabled
    state = "on"
  }
}

resource "google_dns_managed_zone" "example_3" {
  dnssec_config {
    # ok: terraform-gcp-dns-dnssec-disabled
    state = var.given
  }
}
