resource "aws_msk_cluster" "example_1" {
  encryption_info {
    encryption_in_transit {
      # ruleid: terraform-aws-msk-client-unencrypted
      client_broker = "TLS_PLAINTEXT"
    }
  }
}

resource "aws_msk_cluster" "example_2" {
  encryption_info {
    encryption_in_transit {
      # ok: terraform-aws-msk-client-unencrypted
      client_broker = "TLS"
    }
  }
}

resource "aws_msk_cluster" "example_3" {
  encryption_info {
    encryption_in_transit {
      # ok: terraform-aws-msk-client-unencrypted
      client_broker = var.given
    }
  }
}
