# ruleid: terraform-aws-opensearch-unencrypted
resource "aws_opensearch_domain" "example_1" {
}

resource "aws_opensearch_domain" "example_2" {
  encrypt_at_rest {
    # ruleid: terraform-aws-opensearch-unencrypted
    enabled = false
  }
}

# ok: terraform-aws-opensearch-unencrypted
resource "aws_opensearch_domain" "example_3" {
  encrypt_at_rest {
    enabled = true
  }
}

# ok: terraform-aws-opensearch-unencrypted
resource "aws_opensearch_domain" "example_4" {
  encrypt_at_rest {
    enabled = var.given
  }
}

# ruleid: terraform-aws-opensearch-unencrypted
resource "aws_elasticsearch_domain" "example_5" {
}

resource "aws_elasticsearch_domain" "example_6" {
  encrypt_at_rest {
    # ruleid: terraform-aws-opensearch-unencrypted
    enabled = false
  }
}

# ok: terraform-aws-opensearch-unencrypted
resource "aws_elasticsearch_domain" "example_7" {
  encrypt_at_rest {
    enabled = true
  }
}

# ok: terraform-aws-opensearch-unencrypted
resource "aws_elasticsearch_domain" "example_8" {
  encrypt_at_rest {
    enabled = var.given
  }
}
