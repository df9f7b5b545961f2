<?php

require __DIR__ . '/MemberList.php';

$list = new MemberList(new mysqli('localhost', 'club', getenv('DB_PASSWORD'), 'club'));
$members = $list->joinedSince($_POST['year'] ?? '2000');

foreach ($members as $member) {
    echo htmlspecialchars($member['name'], ENT_QUOTES), "\n";
}
