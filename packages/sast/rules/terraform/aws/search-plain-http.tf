# ruleid: terraform-aws-opensearch-plain-http
resource "aws_opensearch_domain" "example_1" {
}

resource "aws_opensearch_domain" "example_2" {
  domain_endpoint_options {
    # ruleid: terraform-aws-opensearch-plain-http
    enforce_https = false
  }
}

# ok: terraform-aws-opensearch-plain-http
resource "aws_opensearch_domain" "example_3" {
  domain_endpoint_options {
    enforce_https = true
  }
}

# ok: terraform-aws-opensearch-plain-http
resource "aws_opensearch_domain" "example_4" {
  domain_endpoint_options {
    enforce_https = var.given
  }
}

# ruleid: terraform-aws-opensearch-plain-http
resource "aws_elasticsearch_domain" "example_5" {
}

resource "aws_elasticsearch_domain" "example_6" {
  domain_endpoint_options {
    # ruleid: terraform-aws-opensearch-plain-http
    enforce_https = false
  }
}

# ok: terraform-aws-opensearch-plain-http
resource "aws_elasticsearch_domain" "example_7" {
  domain_endpoint_options {
    enforce_https = true
  }
}

# ok: terraform-aws-opensearch-plain-http
resource "aws_elasticsearch_domain" "example_8" {
  domain_endpoint_options {
    enforce_https = var.given
  }
}
