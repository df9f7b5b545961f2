# ruleid: terraform-gcp-kms-rotation-not-enabled
resource "google_kms_crypto_key" "example_1" {
  name = "a"
}

# ok: terraform-gcp-kms-rotation-not-enabled
resource "google_kms_crypto_key" "example_2" {
  name = "a"
  rotation_period = "7776000s"
}

# ok: terraform-gcp-kms-rotation-not-enabled
resource "google_kms_crypto_key" "example_3" {
  name = "a"
  rotation_period = var.given
}
