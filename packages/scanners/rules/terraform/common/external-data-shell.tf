data "external" "a" {
  # ruleid: terraform-external-data-shell
  program = ["bash", "-c", "lookup ${var.name}"]
}

data "external" "b" {
  # ok: terraform-external-data-shell
  program = ["python3", "${path.module}/lookup.py"]
}
