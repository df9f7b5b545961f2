resource "aws_cloudfront_distribution" "example_1" {
  default_cache_behavior {
    # ruleid: terraform-aws-cloudfront-plain-http
    viewer_protocol_policy = "allow-all"
  }
}

resource "aws_cloudfront_distribution" "example_2" {
  default_cache_behavior {
    # ok: terraform-aws-cloudfront-plain-http
    viewer_protocol_policy = "redirect-to-https"
  }
}

resource "aws_cloudfront_distribution" "example_3" {
  default_cache_behavior {
    # ok: terraform-aws-cloudfront-plain-http
    viewer_protocol_policy = var.given
  }
}
