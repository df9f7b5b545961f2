resource "aws_instance" "a" {
  provisioner "local-exec" {
    # ruleid: terraform-provisioner-fetches-and-runs
    command = "curl -s https://example.org/install.sh | bash"
  }
  provisioner "remote-exec" {
    # ruleid: terraform-provisioner-fetches-and-runs
    inline = ["curl https://example.org/i.sh | sudo sh"]
  }
}

resource "aws_instance" "b" {
  provisioner "local-exec" {
    # ok: terraform-provisioner-fetches-and-runs
    command = "./install.sh"
  }
}
