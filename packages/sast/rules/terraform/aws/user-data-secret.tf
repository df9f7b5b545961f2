resource "aws_instance" "example_1" {
  # ruleid: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = "#!/bin/sh\nexport DB_PASSWORD=example-not-real\n"
}

resource "aws_instance" "example_2" {
  # ok: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = "#!/bin/sh\nexport DB_PASSWORD=$(fetch-secret db)\n"
}

resource "aws_instance" "example_3" {
  # ok: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = var.given
}

resource "aws_launch_template" "example_4" {
  # ruleid: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = "#!/bin/sh\nexport DB_PASSWORD=example-not-real\n"
}

resource "aws_launch_template" "example_5" {
  # ok: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = "#!/bin/sh\nexport DB_PASSWORD=$(fetch-secret db)\n"
}

resource "aws_launch_template" "example_6" {
  # ok: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = var.given
}

resource "aws_launch_configuration" "example_7" {
  # ruleid: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = "#!/bin/sh\nexport DB_PASSWORD=example-not-real\n"
}

resource "aws_launch_configuration" "example_8" {
  # ok: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = "#!/bin/sh\nexport DB_PASSWORD=$(fetch-secret db)\n"
}

resource "aws_launch_configuration" "example_9" {
  # ok: terraform-aws-ec2-user-data-hardcoded-secret
  user_data = var.given
}
