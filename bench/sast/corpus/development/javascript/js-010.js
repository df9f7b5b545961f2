const express = require('express')
const fs = require('node:fs')
const path = require('node:path')

const app = express()
const ROOT = path.resolve('/var/lib/invoices')

app.get('/invoices/:name', (req, res) => {
  const requested = path.join(ROOT, decodeURIComponent(req.params.name).replace('../', ''))

  fs.readFile(requested, (error, data) => {
    if (error) return res.status(404).end()
    res.type('application/pdf').send(data)
  })
})

app.listen(4000)
