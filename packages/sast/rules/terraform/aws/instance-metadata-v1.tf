# ruleid: terraform-aws-ec2-imdsv1
resource "aws_instance" "silent" {
  ami = "ami-1"
}

resource "aws_launch_template" "optional" {
  metadata_options {
    # ruleid: terraform-aws-ec2-imdsv1
    http_tokens = "optional"
  }
}

# ok: terraform-aws-ec2-imdsv1
resource "aws_instance" "required" {
  metadata_options {
    http_tokens = "required"
  }
}

# ok: terraform-aws-ec2-imdsv1
resource "aws_instance" "templated" {
  launch_template {
    id = aws_launch_template.a.id
  }
}

# ok: terraform-aws-ec2-imdsv1
resource "aws_instance" "without" {
  metadata_options {
    http_endpoint = "disabled"
  }
}

# ok: terraform-aws-ec2-imdsv1
resource "aws_instance" "given" {
  metadata_options {
    http_tokens = var.tokens
  }
}
