<?php

$allowed = ['image/png' => 'png', 'image/jpeg' => 'jpg'];
$upload = $_FILES['picture'];

$type = (new finfo(FILEINFO_MIME_TYPE))->file($upload['tmp_name']);
if (!isset($allowed[$type])) {
    exit('Pictures only');
}
$target = 'uploads/' . bin2hex(random_bytes(16)) . '.' . $allowed[$type];

if (move_uploaded_file($upload['tmp_name'], $target)) {
    echo 'Thank you';
}
