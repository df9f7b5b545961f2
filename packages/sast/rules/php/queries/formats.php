<?php
function formats($pdo)
{
    // ok: php-sql-injection
    $pdo->query(sprintf('select * from t where id = %d', $_GET['id']));
    // ok: php-sql-injection
    $pdo->query(sprintf('select * from t where id = %1$u limit %2$05d', $_GET['id'], $_GET['n']));
    // ruleid: php-sql-injection
    $pdo->query(sprintf('select * from t where id = %s', $_GET['id']));
    // ruleid: php-sql-injection
    $pdo->query(sprintf('select * from t where id = %d and name = "%s"', $_GET['id'], $_GET['name']));
    // ruleid: php-sql-injection
    $pdo->query(sprintf('select * from t where id = %%d %s', $_GET['id']));
    // ruleid: php-sql-injection
    $pdo->query(sprintf('select * from t where id = %1$d or name = "%1$s"', $_GET['id']));
    // ruleid: php-sql-injection
    $pdo->query(sprintf($_GET['format'], $_GET['id']));
}

function keys($pdo, $db)
{
    $cols = ['name' => 'full_name', 'age' => 'age'];
    $by = array_key_exists($_GET['by'], $cols) ? $cols[$_GET['by']] : 'name';
    // ok: php-sql-injection
    $pdo->query("select * from t order by $by");
    // ok: php-sql-injection
    $pdo->query('select * from t order by ' . (array_key_exists($_GET['by'], $cols) ? $_GET['by'] : 'name'));
    // ruleid: php-sql-injection
    $pdo->query('select * from t order by ' . (array_key_exists($_GET['by'], $cols) ? $_GET['other'] : 'name'));
    // ruleid: php-sql-injection
    $pdo->query('select * from t order by ' . (array_key_exists($_GET['by'], $cols) ? 'name' : $_GET['by']));
}

function letters($pdo)
{
    if (!ctype_alnum($_GET['by'])) {
        exit;
    }
    // ok: php-sql-injection
    $pdo->query('select * from t order by ' . $_GET['by']);
    // ruleid: php-sql-injection
    $pdo->query('select * from t order by ' . $_GET['other']);
}
