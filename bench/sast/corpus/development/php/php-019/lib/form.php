<?php

function field(string $name, string $value): string
{
    $shown = htmlspecialchars($value, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');

    return '<input name="' . $name . '" value="' . $shown . '">';
}
