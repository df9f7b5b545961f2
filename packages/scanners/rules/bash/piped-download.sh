#!/bin/bash
# ruleid: bash-piped-download
curl -fsSL https://example.org/install.sh | bash
# ruleid: bash-piped-download
wget -qO- "$url" | sudo sh -s -- --yes
# ruleid: bash-piped-download
bash -c "$(curl -fsSL https://example.org/install.sh)"
# ruleid: bash-piped-download
bash <(curl -s https://example.org/install.sh)
# ok: bash-piped-download
curl -fsSL https://example.org/install.sh -o install.sh
# ok: bash-piped-download
curl -fsSL https://example.org/list | grep bash
# ok: bash-piped-download
cat install.sh | bash
