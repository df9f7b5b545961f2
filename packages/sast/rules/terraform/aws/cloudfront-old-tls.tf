resource "aws_cloudfront_distribution" "example_1" {
  viewer_certificate {
    # ruleid: terraform-aws-cloudfront-outdated-tls
    minimum_protocol_version = "TLSv1"
  }
}

resource "aws_cloudfront_distribution" "example_2" {
  viewer_certificate {
    # ok: terraform-aws-cloudfront-outdated-tls
    minimum_protocol_version = "TLSv1.2_2021"
  }
}

resource "aws_cloudfront_distribution" "example_3" {
  viewer_certificate {
    # ok: terraform-aws-cloudfront-outdated-tls
    minimum_protocol_version = var.given
  }
}
