# ruleid: terraform-aws-opensearch-node-to-node-unencrypted
resource "aws_opensearch_domain" "example_1" {
}

resource "aws_opensearch_domain" "example_2" {
  node_to_node_encryption {
    # ruleid: terraform-aws-opensearch-node-to-node-unencrypted
    enabled = false
  }
}

# ok: terraform-aws-opensearch-node-to-node-unencrypted
resource "aws_opensearch_domain" "example_3" {
  node_to_node_encryption {
    enabled = true
  }
}

# ok: terraform-aws-opensearch-node-to-node-unencrypted
resource "aws_opensearch_domain" "example_4" {
  node_to_node_encryption {
    enabled = var.given
  }
}

# ruleid: terraform-aws-opensearch-node-to-node-unencrypted
resource "aws_elasticsearch_domain" "example_5" {
}

resource "aws_elasticsearch_domain" "example_6" {
  node_to_node_encryption {
    # ruleid: terraform-aws-opensearch-node-to-node-unencrypted
    enabled = false
  }
}

# ok: terraform-aws-opensearch-node-to-node-unencrypted
resource "aws_elasticsearch_domain" "example_7" {
  node_to_node_encryption {
    enabled = true
  }
}

# ok: terraform-aws-opensearch-node-to-node-unencrypted
resource "aws_elasticsearch_domain" "example_8" {
  node_to_node_encryption {
    enabled = var.given
  }
}
