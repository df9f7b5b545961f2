<?php

class Preferences
{
    public string $theme = 'light';
    public array $columns = [];

    public static function fromCookie(): self
    {
        $preferences = new self();
        $raw = base64_decode($_COOKIE['prefs'] ?? '');
        $stored = unserialize($raw);
        if (is_array($stored)) {
            $preferences->theme = (string) ($stored['theme'] ?? 'light');
        }

        return $preferences;
    }
}

echo json_encode(Preferences::fromCookie());
