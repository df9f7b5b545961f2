#!/bin/sh
# Makes the secrets of compose.yaml, once. Nothing has a default, and nothing that is there is written over.
set -eu
umask 077
folder=$(dirname "$0")/secrets
if [ -e "$folder" ]; then
  echo "$folder is there already: it holds the keys of what is stored. Move it away if you want new ones." >&2
  exit 1
fi

database=$(openssl rand -hex 24)
cache=$(openssl rand -hex 24)
master=$(openssl rand -hex 32)
administrator=gh_admin_$(openssl rand -hex 24)

draft=$(mktemp -d "$folder.XXXXXX")
printf '%s' "$database" >"$draft/postgres_password"
cat >"$draft/redis.conf" <<END
requirepass $cache
maxmemory 384mb
maxmemory-policy noeviction
appendonly yes
dir /data
END
cat >"$draft/gatehouse.yaml" <<END
database: {url: 'postgresql://gatehouse:$database@postgres:5432/gatehouse'}
cache: {url: 'redis://:$cache@redis:6379/0'}
# Without it, what is sealed in the database stays sealed: keep a copy apart from the database's own.
master_key: '$master'
guard: {admin_key: '$administrator'}
END
# Containers read the files under accounts of their own. Here nobody else comes through the folder.
chmod 444 "$draft"/*
mv "$draft" "$folder"
echo "The secrets are in $folder; the administrator's key is in gatehouse.yaml there. Keep a copy of the folder."
