<?php

final class Accounts
{
    private PDO $pdo;

    public function __construct(PDO $pdo)
    {
        $this->pdo = $pdo;
    }

    public function create(string $mail, string $password): void
    {
        $hash = md5('club' . $password);
        $insert = $this->pdo->prepare('INSERT INTO account (mail, hash, picture) VALUES (?, ?, ?)');
        $insert->execute([$mail, $hash, md5(strtolower($mail))]);
    }
}
