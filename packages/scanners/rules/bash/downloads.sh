#!/bin/bash
# ruleid: bash-curl-insecure
curl -k https://example.org/list
# ruleid: bash-curl-insecure
curl -fsSLk "$url" -o out
# ruleid: bash-curl-insecure
curl --insecure "$url"
# ok: bash-curl-insecure
curl -fsSL --cacert ca.pem https://example.org/list
# ruleid: bash-wget-insecure
wget -q --no-check-certificate "$url"
# ok: bash-wget-insecure
wget -q "$url"
# ruleid: bash-verification-off
export NODE_TLS_REJECT_UNAUTHORIZED=0
# ruleid: bash-verification-off
git config --global http.sslVerify false
# ok: bash-verification-off
git config --global http.sslVerify true
# ruleid: bash-unsigned-packages
apt-get install -y --allow-unauthenticated tool
# ok: bash-unsigned-packages
apt-get install -y tool
# ruleid: bash-plain-download
wget http://downloads.example.org/tool-1.0.tar.gz
# ok: bash-plain-download
wget https://downloads.example.org/tool-1.0.tar.gz
# ok: bash-plain-download
curl http://localhost:8080/health
# ruleid: bash-source-of-download
source <(curl -s https://example.org/lib.sh)
# ruleid: bash-source-of-download
eval "$(curl -s https://example.org/lib.sh)"
# ok: bash-source-of-download
source ./lib.sh
# ruleid: bash-source-of-shared-folder
source /tmp/settings.sh
# ruleid: bash-source-of-shared-folder
. "/var/tmp/$USER.env"
# ok: bash-source-of-shared-folder
. /etc/os-release
# ruleid: bash-ssh-unverified
ssh -o StrictHostKeyChecking=no deploy@example.org uptime
# ruleid: bash-ssh-unverified
scp -o "UserKnownHostsFile=/dev/null" file deploy@example.org:
# ok: bash-ssh-unverified
ssh -o StrictHostKeyChecking=yes deploy@example.org uptime
