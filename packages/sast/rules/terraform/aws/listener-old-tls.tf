resource "aws_lb_listener" "example_1" {
  # ruleid: terraform-aws-elb-outdated-tls
  ssl_policy = "ELBSecurityPolicy-2016-08"
}

resource "aws_lb_listener" "example_2" {
  # ok: terraform-aws-elb-outdated-tls
  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"
}

resource "aws_lb_listener" "example_3" {
  # ok: terraform-aws-elb-outdated-tls
  ssl_policy = var.given
}

resource "aws_alb_listener" "example_4" {
  # ruleid: terraform-aws-elb-outdated-tls
  ssl_policy = "ELBSecurityPolicy-2016-08"
}

resource "aws_alb_listener" "example_5" {
  # ok: terraform-aws-elb-outdated-tls
  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"
}

resource "aws_alb_listener" "example_6" {
  # ok: terraform-aws-elb-outdated-tls
  ssl_policy = var.given
}
