const axios = require('axios'), express = require('express')
const app = express(), api = axios.create({ timeout: 1000 })
const cache = new Cache()
// ruleid: javascript-ssrf
app.get('/1', async (req, res) => { await api.get(req.query.u) })
class Client {
  constructor() { this.api2 = axios.create(); this.k = new Cache() }
  mount(app) {
    // ruleid: javascript-ssrf
    app.get('/9', async (req, res) => { await this.api2.get(req.query.u) })
    // ok: javascript-ssrf
    app.get('/10', async (req, res) => { await this.k.get(req.query.u) })
  }
}
