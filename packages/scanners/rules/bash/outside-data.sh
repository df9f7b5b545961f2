#!/bin/bash
echo "Content-Type: text/html"
echo
user=${QUERY_STRING#user=}
# ruleid: bash-outside-to-sql
psql -d shop -c "select * from users where name = '$user'"
# ruleid: bash-outside-to-sql
sqlite3 shop.db "delete from carts where owner = '$user'"
# ruleid: bash-outside-to-sql
mysql shop <<EOF
insert into visits values ('$HTTP_USER_AGENT')
EOF
# ok: bash-outside-to-sql
psql -d shop -v name="$user" -f users.sql
# ruleid: bash-outside-to-url
curl -s "$user"
# ruleid: bash-outside-to-url
wget -q "http://$user/status"
# ok: bash-outside-to-url
curl -s "https://api.example.org/users/$user"
# ruleid: bash-outside-to-page
echo "<p>Hello $user</p>"
safe=$(echo "$user" | sed 's/&/\&amp;/g; s/</\&lt;/g')
# ok: bash-outside-to-page
echo "<p>Hello $safe</p>"
# ok: bash-outside-to-page
echo "<p>Hello</p>"
# ruleid: bash-outside-to-header, bash-outside-to-page
echo "Location: $user"
# ok: bash-outside-to-header
echo "Location: /start"
# ruleid: bash-outside-to-number
next=$((user + 1))
# ruleid: bash-outside-to-number
[[ $user -eq 0 ]] && exit
# ruleid: bash-outside-to-number
declare "$user"
[[ $user =~ ^[0-9]+$ ]] || exit 1
# ok: bash-outside-to-number
after=$((user + 1))
