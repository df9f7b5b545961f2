resource "aws_instance" "a" {
  provisioner "local-exec" {
    # ruleid: terraform-provisioner-download-piped-to-shell
    command = "curl -s https://example.org/install.sh | bash"
  }
  provisioner "remote-exec" {
    # ruleid: terraform-provisioner-download-piped-to-shell
    inline = ["curl https://example.org/i.sh | sudo sh"]
  }
}

resource "aws_instance" "b" {
  provisioner "local-exec" {
    # ok: terraform-provisioner-download-piped-to-shell
    command = "./install.sh"
  }
}
