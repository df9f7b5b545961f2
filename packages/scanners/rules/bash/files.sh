#!/bin/bash
# ruleid: bash-open-to-all
chmod 777 /srv/data
# ruleid: bash-open-to-all
chmod -R a+rwx /srv/data
# ok: bash-open-to-all
chmod 750 /srv/data
# ok: bash-open-to-all
chmod +x run.sh
# ruleid: bash-temporary-name
work=/tmp/job.$$
# ruleid: bash-temporary-name
echo "$list" > /tmp/list.txt
# ok: bash-temporary-name
work=$(mktemp)
# ok: bash-temporary-name
echo "$list" > "$work"
# ruleid: bash-delete-below-empty
rm -rf "$DIR/"
# ruleid: bash-delete-below-empty
rm -rf $BUILD/*
# ok: bash-delete-below-empty
rm -rf "${DIR:?}/"
# ok: bash-delete-below-empty
rm -rf "$DIR/build"
# ruleid: bash-unquoted-path
rm -f $1
# ruleid: bash-unquoted-path
mv $1 /srv/in
# ok: bash-unquoted-path
rm -f -- "$1"
# ruleid: bash-search-path
PATH=.:$PATH
# ruleid: bash-search-path
export PATH=$PATH:/tmp
# ok: bash-search-path
export PATH=$PATH:/usr/local/sbin
# ok: bash-search-path
PATH=./node_modules/.bin:$PATH
# ruleid: bash-umask-zero
umask 000
# ok: bash-umask-zero
umask 077
# ruleid: bash-read-with-backslash
while read line; do echo "$line"; done < list
# ok: bash-read-with-backslash
while IFS= read -r line; do echo "$line"; done < list
