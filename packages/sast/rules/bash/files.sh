#!/bin/bash
# ruleid: bash-world-writable-file
chmod 777 /srv/data
# ruleid: bash-world-writable-file
chmod -R a+rwx /srv/data
# ok: bash-world-writable-file
chmod 750 /srv/data
# ok: bash-world-writable-file
chmod +x run.sh
# ruleid: bash-insecure-temporary-file
work=/tmp/job.$$
# ruleid: bash-insecure-temporary-file
echo "$list" > /tmp/list.txt
# ok: bash-insecure-temporary-file
work=$(mktemp)
# ok: bash-insecure-temporary-file
echo "$list" > "$work"
# ruleid: bash-recursive-delete-empty-variable
rm -rf "$DIR/"
# ruleid: bash-recursive-delete-empty-variable
rm -rf $BUILD/*
# ok: bash-recursive-delete-empty-variable
rm -rf "${DIR:?}/"
# ok: bash-recursive-delete-empty-variable
rm -rf "$DIR/build"
# ruleid: bash-unquoted-variable
rm -f $1
# ruleid: bash-unquoted-variable
mv $1 /srv/in
# ok: bash-unquoted-variable
rm -f -- "$1"
# ruleid: bash-untrusted-search-path
PATH=.:$PATH
# ruleid: bash-untrusted-search-path
export PATH=$PATH:/tmp
# ok: bash-untrusted-search-path
export PATH=$PATH:/usr/local/sbin
# ok: bash-untrusted-search-path
PATH=./node_modules/.bin:$PATH
# ruleid: bash-insecure-umask
umask 000
# ok: bash-insecure-umask
umask 077
# ruleid: bash-read-without-raw-mode
while read line; do echo "$line"; done < list
# ok: bash-read-without-raw-mode
while IFS= read -r line; do echo "$line"; done < list
