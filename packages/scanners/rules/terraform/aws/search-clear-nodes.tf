# ruleid: terraform-aws-search-clear-nodes
resource "aws_opensearch_domain" "example_1" {
}

resource "aws_opensearch_domain" "example_2" {
  node_to_node_encryption {
    # ruleid: terraform-aws-search-clear-nodes
    enabled = false
  }
}

# ok: terraform-aws-search-clear-nodes
resource "aws_opensearch_domain" "example_3" {
  node_to_node_encryption {
    enabled = true
  }
}

# ok: terraform-aws-search-clear-nodes
resource "aws_opensearch_domain" "example_4" {
  node_to_node_encryption {
    enabled = var.given
  }
}

# ruleid: terraform-aws-search-clear-nodes
resource "aws_elasticsearch_domain" "example_5" {
}

resource "aws_elasticsearch_domain" "example_6" {
  node_to_node_encryption {
    # ruleid: terraform-aws-search-clear-nodes
    enabled = false
  }
}

# ok: terraform-aws-search-clear-nodes
resource "aws_elasticsearch_domain" "example_7" {
  node_to_node_encryption {
    enabled = true
  }
}

# ok: terraform-aws-search-clear-nodes
resource "aws_elasticsearch_domain" "example_8" {
  node_to_node_encryption {
    enabled = var.given
  }
}
