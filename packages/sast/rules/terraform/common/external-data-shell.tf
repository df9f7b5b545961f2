data "external" "a" {
  # ruleid: terraform-command-injection-external-data
  program = ["bash", "-c", "lookup ${var.name}"]
}

data "external" "b" {
  # ok: terraform-command-injection-external-data
  program = ["python3", "${path.module}/lookup.py"]
}
