from lxml import etree
import xml.sax
from xml.sax.handler import feature_external_ges
import defusedxml.ElementTree
from flask import Flask, request
app = Flask(__name__)
#### weak
@app.route('/import', methods=['POST'])
def load():
    parser = etree.XMLParser(resolve_entities=True)
    return etree.fromstring(request.data, parser).text
#### safe
@app.route('/import', methods=['POST'])
def load():
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(request.data, parser).text
#### weak
@app.route('/feed', methods=['POST'])
def feed():
    parser = xml.sax.make_parser()
    parser.setFeature(feature_external_ges, True)
    parser.parse(request.stream)
    return 'ok'
#### safe
@app.route('/feed', methods=['POST'])
def feed():
    parser = xml.sax.make_parser()
    parser.setFeature(feature_external_ges, False)
    parser.parse(request.stream)
    return 'ok'
#### weak
@app.route('/invoice', methods=['POST'])
def invoice():
    tree = etree.parse(request.files['file'], etree.XMLParser(load_dtd=True, no_network=False))
    return tree.getroot().tag
#### safe
@app.route('/invoice', methods=['POST'])
def invoice():
    tree = defusedxml.ElementTree.parse(request.files['file'])
    return tree.getroot().tag
#### weak
def soap(request):
    return etree.XML(request.body, parser=etree.XMLParser(resolve_entities=True, huge_tree=True)).tag
#### safe
def soap(request):
    return etree.XML(request.body, parser=etree.XMLParser(resolve_entities=False)).tag
