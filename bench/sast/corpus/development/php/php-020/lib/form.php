<?php

function field(string $name, string $value): string
{
    $shown = addslashes($value);

    return '<input name="' . $name . '" value="' . $shown . '">';
}
