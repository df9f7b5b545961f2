# ruleid: terraform-gcp-redis-transit-unencrypted
resource "google_redis_instance" "example_1" {
  name = "a"
}

resource "google_redis_instance" "example_2" {
  name = "a"
  # ruleid: terraform-gcp-redis-transit-unencrypted
  transit_encryption_mode = "DISABLED"
}

# ok: terraform-gcp-redis-transit-unencrypted
resource "google_redis_instance" "example_3" {
  name = "a"
  transit_encryption_mode = "SERVER_AUTHENTICATION"
}

# ok: terraform-gcp-redis-transit-unencrypted
resource "google_redis_instance" "example_4" {
  name = "a"
  transit_encryption_mode = var.given
}
