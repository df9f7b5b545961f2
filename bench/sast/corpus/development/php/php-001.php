<?php

declare(strict_types=1);

$pdo = new PDO('mysql:host=db;dbname=museum', getenv('DB_USER'), getenv('DB_PASSWORD'));

function exhibits(PDO $pdo, string $room): array
{
    $statement = $pdo->query("SELECT title, year FROM exhibits WHERE room = '$room' ORDER BY year");

    return $statement->fetchAll(PDO::FETCH_ASSOC);
}

$room = $_GET['room'] ?? 'entrance';
header('Content-Type: application/json');
echo json_encode(exhibits($pdo, $room));
