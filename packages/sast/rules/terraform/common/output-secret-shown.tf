# ruleid: terraform-output-secret-not-sensitive
output "db_password" {
  value = random_password.db.result
}

# ok: terraform-output-secret-not-sensitive
output "admin_password" {
  value     = random_password.admin.result
  sensitive = true
}

# ok: terraform-output-secret-not-sensitive
output "address" {
  value = aws_db_instance.a.address
}
