<?php
function negated() {
    $x = source();
    if (!str_starts_with($x, '/') || str_starts_with($x, '//') || str_contains($x, '\\')) {
        $x = '/';
    }
    sink($x);
}

function half() {
    $x = source();
    if (!str_starts_with($x, '/') || str_starts_with($x, '//')) {
        $x = '/';
    }
    sink($x); // found
}
