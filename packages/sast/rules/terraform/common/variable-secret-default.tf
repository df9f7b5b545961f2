variable "db_password" {
  # ruleid: terraform-variable-secret-default
  default = "example-not-real"
}

variable "api_key" {
  # ok: terraform-variable-secret-default
  default = ""
}

variable "password_length" {
  # ok: terraform-variable-secret-default
  default = "long enough"
}

variable "client_secret" {
  # ok: terraform-variable-secret-default
  sensitive = true
}
