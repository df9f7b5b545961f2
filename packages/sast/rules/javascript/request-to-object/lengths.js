const express = require('express')
const app = express()
app.get('/s', (req, res) => {
  const size = req.headers['x'].length
  // ok: javascript-uncontrolled-resource-consumption
  Buffer.alloc(size + 3)
  const n = req.query.n
  // ruleid: javascript-uncontrolled-resource-consumption
  Buffer.alloc(n)
})
