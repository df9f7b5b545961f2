#!/bin/bash
# ruleid: bash-download-piped-to-shell
curl -fsSL https://example.org/install.sh | bash
# ruleid: bash-download-piped-to-shell
wget -qO- "$url" | sudo sh -s -- --yes
# ruleid: bash-download-piped-to-shell
bash -c "$(curl -fsSL https://example.org/install.sh)"
# ruleid: bash-download-piped-to-shell
bash <(curl -s https://example.org/install.sh)
# ok: bash-download-piped-to-shell
curl -fsSL https://example.org/install.sh -o install.sh
# ok: bash-download-piped-to-shell
curl -fsSL https://example.org/list | grep bash
# ok: bash-download-piped-to-shell
cat install.sh | bash
