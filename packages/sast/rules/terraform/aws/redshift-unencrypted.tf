# ruleid: terraform-aws-redshift-unencrypted
resource "aws_redshift_cluster" "example_1" {
}

resource "aws_redshift_cluster" "example_2" {
  # ruleid: terraform-aws-redshift-unencrypted
  encrypted = false
}

# ok: terraform-aws-redshift-unencrypted
resource "aws_redshift_cluster" "example_3" {
  encrypted = true
}

# ok: terraform-aws-redshift-unencrypted
resource "aws_redshift_cluster" "example_4" {
  encrypted = var.given
}
