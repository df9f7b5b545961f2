# ruleid: terraform-gcp-outdated-tls
resource "google_compute_ssl_policy" "example_1" {
  name = "a"
}

resource "google_compute_ssl_policy" "example_2" {
  name = "a"
  # ruleid: terraform-gcp-outdated-tls
  min_tls_version = "TLS_1_0"
}

# ok: terraform-gcp-outdated-tls
resource "google_compute_ssl_policy" "example_3" {
  name = "a"
  min_tls_version = "TLS_1_2"
}

# ok: terraform-gcp-outdated-tls
resource "google_compute_ssl_policy" "example_4" {
  name = "a"
  min_tls_version = var.given
}

# ruleid: terraform-gcp-outdated-tls
resource "google_compute_region_ssl_policy" "example_5" {
  name = "a"
}

resource "google_compute_region_ssl_policy" "example_6" {
  name = "a"
  # ruleid: terraform-gcp-outdated-tls
  min_tls_version = "TLS_1_0"
}

# ok: terraform-gcp-outdated-tls
resource "google_compute_region_ssl_policy" "example_7" {
  name = "a"
  min_tls_version = "TLS_1_2"
}

# ok: terraform-gcp-outdated-tls
resource "google_compute_region_ssl_policy" "example_8" {
  name = "a"
  min_tls_version = var.given
}
