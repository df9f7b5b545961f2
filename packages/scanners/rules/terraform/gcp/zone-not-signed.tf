resource "google_dns_managed_zone" "example_1" {
  dnssec_config {
    # ruleid: terraform-gcp-zone-not-signed
    state = "off"
  }
}

resource "google_dns_managed_zone" "example_2" {
  dnssec_config {
    # ok: terraform-gcp-zone-not-signed
    state = "on"
  }
}

resource "google_dns_managed_zone" "example_3" {
  dnssec_config {
    # ok: terraform-gcp-zone-not-signed
    state = var.given
  }
}
