module "files" {
  source      = "./modules/files"
  name        = "examplefiles"
  tls_version = "TLS1_2"
}
