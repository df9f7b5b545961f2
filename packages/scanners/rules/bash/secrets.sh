#!/bin/bash
# ruleid: bash-password-as-argument
mysql -u root -pnot-real shop < dump.sql
# ruleid: bash-password-as-argument
mysqldump --password="$DB_PASSWORD" shop
# ruleid: bash-password-as-argument
sshpass -p "$SSH_PASSWORD" ssh deploy@example.org
# ruleid: bash-password-as-argument
curl -s -u "admin:$PASSWORD" https://example.org/api
# ok: bash-password-as-argument
mysql --defaults-extra-file=/root/.my.cnf shop
# ok: bash-password-as-argument
curl -s --netrc-file /root/.netrc https://example.org/api
# ok: bash-password-as-argument
docker login --username deploy --password-stdin
# ruleid: bash-password-written-down
DB_PASSWORD="not-a-real-one"
# ruleid: bash-password-written-down
export PGPASSWORD=not-a-real-one
# ok: bash-password-written-down
DB_PASSWORD="$(cat /run/secrets/db)"
# ok: bash-password-written-down
DB_PASSWORD=${DB_PASSWORD:-}
# ruleid: bash-secret-printed
echo "login with $DB_PASSWORD"
# ok: bash-secret-printed
echo "$DB_PASSWORD" | docker login --username deploy --password-stdin
# ok: bash-secret-printed
echo "no password"
deploy() {
  set -x
  # ruleid: bash-trace-with-secrets
  login --key "$API_KEY"
}
quietly() {
  # ok: bash-trace-with-secrets
  login --key "$API_KEY"
}
