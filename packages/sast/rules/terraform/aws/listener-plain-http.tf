# ruleid: terraform-aws-elb-listener-plain-http
resource "aws_lb_listener" "plain" {
  port     = 80
  protocol = "HTTP"
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.a.arn
  }
}

# ok: terraform-aws-elb-listener-plain-http
resource "aws_lb_listener" "redirect" {
  port     = 80
  protocol = "HTTP"
  default_action {
    type = "redirect"
    redirect {
      protocol    = "HTTPS"
      port        = "443"
      status_code = "HTTP_301"
    }
  }
}

# ok: terraform-aws-elb-listener-plain-http
resource "aws_lb_listener" "tls" {
  protocol = "HTTPS"
  default_action {
    type = "forward"
  }
}
