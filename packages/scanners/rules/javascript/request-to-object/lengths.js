const express = require('express')
const app = express()
app.get('/s', (req, res) => {
  const size = req.headers['x'].length
  // ok: javascript-request-to-size
  Buffer.alloc(size + 3)
  const n = req.body.length
  // ruleid: javascript-request-to-size
  Buffer.alloc(n)
})
