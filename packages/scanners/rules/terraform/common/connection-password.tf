resource "aws_instance" "a" {
  connection {
    # ruleid: terraform-connection-password
    password = "example-not-real"
  }
}

resource "aws_instance" "b" {
  connection {
    # ok: terraform-connection-password
    private_key = file("key")
  }
}
