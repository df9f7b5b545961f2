#!/bin/bash
# ruleid: bash-password-in-process-arguments
mysql -u root -pnot-real shop < dump.sql
# ruleid: bash-password-in-process-arguments
mysqldump --password="$DB_PASSWORD" shop
# ruleid: bash-password-in-process-arguments
sshpass -p "$SSH_PASSWORD" ssh deploy@example.org
# ruleid: bash-password-in-process-arguments
curl -s -u "admin:$PASSWORD" https://example.org/api
# ok: bash-password-in-process-arguments
mysql --defaults-extra-file=/root/.my.cnf shop
# ok: bash-password-in-process-arguments
curl -s --netrc-file /root/.netrc https://example.org/api
# ok: bash-password-in-process-arguments
docker login --username deploy --password-stdin
# ruleid: bash-hardcoded-password
DB_PASSWORD="not-a-real-one"
# ruleid: bash-hardcoded-password
export PGPASSWORD=not-a-real-one
# ok: bash-hardcoded-password
DB_PASSWORD="$(cat /run/secrets/db)"
# ok: bash-hardcoded-password
DB_PASSWORD=${DB_PASSWORD:-}
# ruleid: bash-secret-in-output
echo "login with $DB_PASSWORD"
# ok: bash-secret-in-output
echo "$DB_PASSWORD" | docker login --username deploy --password-stdin
# ok: bash-secret-in-output
echo "no password"
deploy() {
  set -x
  # ruleid: bash-secret-in-log-xtrace
  login --key "$API_KEY"
}
quietly() {
  # ok: bash-secret-in-log-xtrace
  login --key "$API_KEY"
}
