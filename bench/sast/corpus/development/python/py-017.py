from flask import Flask, render_template_string, request

app = Flask(__name__)
FOOTER = "<footer>Printed for {{ customer }}</footer>"

@app.route("/label")
def label():
    customer = request.args.get("customer", "nobody")
    heading = request.args.get("heading", "Parcel")
    page = "<h1>{{ heading }}</h1>" + FOOTER
    return render_template_string(page, customer=customer, heading=heading)
