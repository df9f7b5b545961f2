resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  engine_version              = "16.4"
  instance_class              = "db.t4g.medium"
  allocated_storage           = 50
  storage_encrypted           = true
  publicly_accessible         = false
  username                    = "orders"
  manage_master_user_password = true
  backup_retention_period     = 14
  deletion_protection         = true
  multi_az                    = true
}
