# ruleid: terraform-variable-secret-not-sensitive
variable "db_password" {
  type = string
}

# ok: terraform-variable-secret-not-sensitive
variable "api_key" {
  type      = string
  sensitive = true
}

# ok: terraform-variable-secret-not-sensitive
variable "secret_name" {
  type = string
}
