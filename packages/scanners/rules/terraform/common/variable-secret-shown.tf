# ruleid: terraform-variable-secret-shown
variable "db_password" {
  type = string
}

# ok: terraform-variable-secret-shown
variable "api_key" {
  type      = string
  sensitive = true
}

# ok: terraform-variable-secret-shown
variable "secret_name" {
  type = string
}
