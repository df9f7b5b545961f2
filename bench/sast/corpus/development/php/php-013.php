<?php

$allowed = ['image/png' => 'png', 'image/jpeg' => 'jpg'];
$upload = $_FILES['picture'];

if (!isset($allowed[$upload['type']])) {
    exit('Pictures only');
}
$target = 'uploads/' . basename($upload['name']);

if (move_uploaded_file($upload['tmp_name'], $target)) {
    echo 'Thank you';
}
