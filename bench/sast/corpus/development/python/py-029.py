from flask import Flask, request
from lxml import etree

app = Flask(__name__)

@app.post("/orders/import")
def import_orders():
    parser = etree.XMLParser(resolve_entities=True, load_dtd=True, no_network=False)
    root = etree.fromstring(request.data, parser)
    orders = [{"sku": line.get("sku"), "note": line.text} for line in root.iter("line")]
    return {"orders": orders}
