<?php

namespace App\Repository;

use Doctrine\DBAL\Connection;

class PlantRepository
{
    public function __construct(private readonly Connection $connection)
    {
    }

    public function byFamily(string $family): array
    {
        $sql = sprintf('SELECT name FROM %s WHERE family = ?', 'plant');

        return $this->connection->fetchFirstColumn($sql, [$family]);
    }
}
