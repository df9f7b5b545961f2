<?php

require_once __DIR__ . '/lib/form.php';

$values = ['street' => $_POST['street'] ?? '', 'city' => $_POST['city'] ?? ''];

echo '<form method="post">';
foreach ($values as $name => $value) {
    echo field($name, $value);
}
echo '</form>';
