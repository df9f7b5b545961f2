resource "aws_instance" "a" {
  connection {
    # ruleid: terraform-connection-hardcoded-password
    password = "example-not-real"
  }
}

resource "aws_instance" "b" {
  connection {
    # ok: terraform-connection-hardcoded-password
    private_key = file("key")
  }
}
