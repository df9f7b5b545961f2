# ruleid: terraform-gcp-redis-missing-authentication
resource "google_redis_instance" "example_1" {
  name = "a"
}

resource "google_redis_instance" "example_2" {
  name = "a"
  # ruleid: terraform-gcp-redis-missing-authentication
  auth_enabled = false
}

# ok: terraform-gcp-redis-missing-authentication
resource "google_redis_instance" "example_3" {
  name = "a"
  auth_enabled = true
}

# ok: terraform-gcp-redis-missing-authentication
resource "google_redis_instance" "example_4" {
  name = "a"
  auth_enabled = var.given
}
