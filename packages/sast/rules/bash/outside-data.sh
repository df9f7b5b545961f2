#!/bin/bash
echo "Content-Type: text/html"
echo
user=${QUERY_STRING#user=}
# ruleid: bash-sql-injection
psql -d shop -c "select * from users where name = '$user'"
# ruleid: bash-sql-injection
sqlite3 shop.db "delete from carts where owner = '$user'"
# ruleid: bash-sql-injection
mysql shop <<EOF
insert into visits values ('$HTTP_USER_AGENT')
EOF
# ok: bash-sql-injection
psql -d shop -v name="$user" -f users.sql
# ruleid: bash-ssrf
curl -s "$user"
# ruleid: bash-ssrf
wget -q "http://$user/status"
# ok: bash-ssrf
curl -s "https://api.example.org/users/$user"
# ruleid: bash-xss
echo "<p>Hello $user</p>"
safe=$(echo "$user" | sed 's/&/\&amp;/g; s/</\&lt;/g')
# ok: bash-xss
echo "<p>Hello $safe</p>"
# ok: bash-xss
echo "<p>Hello</p>"
# ruleid: bash-http-response-splitting, bash-xss
echo "Location: $user"
# ok: bash-http-response-splitting
echo "Location: /start"
# ruleid: bash-code-injection-arithmetic-expansion
next=$((user + 1))
# ruleid: bash-code-injection-arithmetic-expansion
[[ $user -eq 0 ]] && exit
# ruleid: bash-code-injection-arithmetic-expansion
declare "$user"
[[ $user =~ ^[0-9]+$ ]] || exit 1
# ok: bash-code-injection-arithmetic-expansion
after=$((user + 1))
