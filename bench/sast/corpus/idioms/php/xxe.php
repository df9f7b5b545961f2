<?php
//// weak
$doc = new DOMDocument();
$doc->loadXML(file_get_contents('php://input'), LIBXML_NOENT | LIBXML_DTDLOAD);
//// safe
$doc = new DOMDocument();
$doc->loadXML(file_get_contents('php://input'), LIBXML_NONET);
//// weak
$xml = simplexml_load_string($_POST['xml'], 'SimpleXMLElement', LIBXML_NOENT);
//// safe
$xml = simplexml_load_string($_POST['xml']);
//// weak
libxml_disable_entity_loader(false);
$feed = new SimpleXMLElement($_POST['feed'], LIBXML_NOENT | LIBXML_DTDLOAD);
//// safe
$feed = new SimpleXMLElement($_POST['feed']);
//// weak
$reader = new XMLReader();
$reader->XML($_POST['xml'], null, LIBXML_NOENT);
$reader->read();
//// safe
$reader = new XMLReader();
$reader->XML($_POST['xml'], null, LIBXML_NONET);
$reader->read();
