# ruleid: terraform-gcp-storage-bucket-public-access-not-prevented
resource "google_storage_bucket" "example_1" {
  name = "a"
}

resource "google_storage_bucket" "example_2" {
  name = "a"
  # ruleid: terraform-gcp-storage-bucket-public-access-not-prevented
  public_access_prevention = "inherited"
}

# ok: terraform-gcp-storage-bucket-public-access-not-prevented
resource "google_storage_bucket" "example_3" {
  name = "a"
  public_access_prevention = "enforced"
}

# ok: terraform-gcp-storage-bucket-public-access-not-prevented
resource "google_storage_bucket" "example_4" {
  name = "a"
  public_access_prevention = var.given
}
