#!/bin/bash
set -euo pipefail

data=/srv/ledger
id ledger > /dev/null 2>&1 || useradd --system ledger

install -d -o ledger -g ledger "$data"
cp -n defaults/*.conf "$data"/
chown -R ledger:ledger "$data"
chmod -R u=rwX,g=rX,o= "$data"

systemctl restart ledger
