# ruleid: terraform-aws-instance-metadata-v1
resource "aws_instance" "example_1" {
}

resource "aws_instance" "example_2" {
  metadata_options {
    # ruleid: terraform-aws-instance-metadata-v1
    http_tokens = "optional"
  }
}

# ok: terraform-aws-instance-metadata-v1
resource "aws_instance" "example_3" {
  metadata_options {
    http_tokens = "required"
  }
}

# ok: terraform-aws-instance-metadata-v1
resource "aws_instance" "example_4" {
  metadata_options {
    http_tokens = var.given
  }
}

# ruleid: terraform-aws-instance-metadata-v1
resource "aws_launch_template" "example_5" {
}

resource "aws_launch_template" "example_6" {
  metadata_options {
    # ruleid: terraform-aws-instance-metadata-v1
    http_tokens = "optional"
  }
}

# ok: terraform-aws-instance-metadata-v1
resource "aws_launch_template" "example_7" {
  metadata_options {
    http_tokens = "required"
  }
}

# ok: terraform-aws-instance-metadata-v1
resource "aws_launch_template" "example_8" {
  metadata_options {
    http_tokens = var.given
  }
}
