#!/bin/bash
# ruleid: bash-command-injection-shell
bash -c "ls -l $1"
# ruleid: bash-command-injection-shell
su deploy -c "restart ${1}"
# ok: bash-command-injection-shell
bash -c 'ls -l -- "$1"' bash "$1"
# ruleid: bash-code-injection-program-text
awk "{ print $1; x = \"$2\" }" list
# ruleid: bash-code-injection-program-text
python3 -c "print('$1')"
# ok: bash-code-injection-program-text
awk -v name="$1" '{ print name, $1 }' list
# ruleid: bash-sql-injection-string-concatenation
psql -d shop -c "select * from users where name = '$1'"
# ok: bash-sql-injection-string-concatenation
psql -d shop -v name="$1" -f users.sql
# ok: bash-sql-injection-string-concatenation
psql -d shop -c "select 1"
# ruleid: bash-passwordless-sudo
echo "deploy ALL=(ALL) NOPASSWD: ALL" >> /etc/sudoers.d/deploy
# ok: bash-passwordless-sudo
echo "deploy ALL=(root) NOPASSWD: /usr/bin/systemctl restart shop" > /etc/sudoers.d/deploy
# ruleid: bash-privileged-container
docker run --rm --privileged image
# ruleid: bash-privileged-container
docker run -v /var/run/docker.sock:/var/run/docker.sock image
# ok: bash-privileged-container
docker run --rm --cap-drop=ALL image
# ruleid: bash-host-protection-disabled
ufw disable
# ok: bash-host-protection-disabled
ufw allow 443/tcp
# ruleid: bash-weak-hash
md5sum -c list.md5
# ok: bash-weak-hash
sha256sum -c list.sha256
# ruleid: bash-weak-key
ssh-keygen -t dsa -f key
# ruleid: bash-weak-key
openssl genrsa -out key.pem 1024
# ok: bash-weak-key
ssh-keygen -t ed25519 -f key
# ruleid: bash-weak-random
SESSION_TOKEN=$RANDOM$RANDOM
# ok: bash-weak-random
SESSION_TOKEN=$(openssl rand -hex 32)
# ok: bash-weak-random
delay=$RANDOM
# ruleid: bash-setuid-bit
chmod u+s /usr/local/bin/tool
# ruleid: bash-setuid-bit
chmod 4755 /usr/local/bin/tool
# ok: bash-setuid-bit
chmod 0755 /usr/local/bin/tool
