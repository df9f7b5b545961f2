#!/bin/bash
# ruleid: bash-tls-verification-disabled-curl
curl -k https://example.org/list
# ruleid: bash-tls-verification-disabled-curl
curl -fsSLk "$url" -o out
# ruleid: bash-tls-verification-disabled-curl
curl --insecure "$url"
# ok: bash-tls-verification-disabled-curl
curl -fsSL --cacert ca.pem https://example.org/list
# ruleid: bash-tls-verification-disabled-wget
wget -q --no-check-certificate "$url"
# ok: bash-tls-verification-disabled-wget
wget -q "$url"
# ruleid: bash-tls-verification-disabled
export NODE_TLS_REJECT_UNAUTHORIZED=0
# ruleid: bash-tls-verification-disabled
git config --global http.sslVerify false
# ok: bash-tls-verification-disabled
git config --global http.sslVerify true
# ruleid: bash-package-signature-not-verified
apt-get install -y --allow-unauthenticated tool
# ok: bash-package-signature-not-verified
apt-get install -y tool
# ruleid: bash-plain-http-download
wget http://downloads.example.org/tool-1.0.tar.gz
# ok: bash-plain-http-download
wget https://downloads.example.org/tool-1.0.tar.gz
# ok: bash-plain-http-download
curl http://localhost:8080/health
# ruleid: bash-download-without-integrity-check
source <(curl -s https://example.org/lib.sh)
# ruleid: bash-download-without-integrity-check
eval "$(curl -s https://example.org/lib.sh)"
# ok: bash-download-without-integrity-check
source ./lib.sh
# ruleid: bash-source-from-world-writable-folder
source /tmp/settings.sh
# ruleid: bash-source-from-world-writable-folder
. "/var/tmp/$USER.env"
# ok: bash-source-from-world-writable-folder
. /etc/os-release
# ruleid: bash-ssh-host-key-not-verified
ssh -o StrictHostKeyChecking=no deploy@example.org uptime
# ruleid: bash-ssh-host-key-not-verified
scp -o "UserKnownHostsFile=/dev/null" file deploy@example.org:
# ok: bash-ssh-host-key-not-verified
ssh -o StrictHostKeyChecking=yes deploy@example.org uptime
