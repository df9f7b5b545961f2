const express = require('express'), http = require('http')
const app = express()
app.get('/', (req, res) => {
  const opts = { host: 'api.example.org', headers: {} }
  opts.headers['X-Name'] = req.query.name
  // ok: javascript-ssrf
  http.request(opts)
  const more = { headers: {} }
  more.host = req.query.host
  // ruleid: javascript-ssrf
  http.request(more)
  const other = { host: 'a' }
  other.body = req.query.b
  // ok: javascript-ssrf
  http.request(other)
})
