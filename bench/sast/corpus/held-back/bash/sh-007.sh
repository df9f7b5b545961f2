#!/bin/bash
set -euo pipefail

data=/srv/ledger
id ledger > /dev/null 2>&1 || useradd --system ledger

install -d -o ledger -g ledger "$data"
cp -n defaults/*.conf "$data"/
chown -R ledger:ledger "$data"
chmod -R 777 "$data"

systemctl restart ledger
