<?php

class MemberList
{
    private mysqli $db;

    public function __construct(mysqli $db)
    {
        $this->db = $db;
    }

    public function joinedSince($year): array
    {
        $from = $this->db->real_escape_string($year);
        $result = $this->db->query('SELECT name FROM members WHERE joined >= ' . $from);

        return $result->fetch_all(MYSQLI_ASSOC);
    }
}
