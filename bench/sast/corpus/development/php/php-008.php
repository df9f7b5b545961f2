<?php
$tabs = ['news', 'events'];
$tab = $_GET['tab'] ?? 'news';
$title = ucfirst($tab);
?>
<!doctype html>
<title>Town hall</title>
<nav>
<?php foreach ($tabs as $one): ?>
  <a href="?tab=<?= $one ?>"><?= ucfirst($one) ?></a>
<?php endforeach; ?>
</nav>
<h1><?= strip_tags($title, '<b><img>') ?></h1>
