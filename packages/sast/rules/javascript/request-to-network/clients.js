const axios = require('axios')
const express = require('express')
const app = express()
const backend = axios.create({ timeout: 1000 })
const cache = new Map()

app.get('/one', async (req, res) => {
  // ruleid: javascript-ssrf
  await backend.get(req.query.address)
  // ok: javascript-ssrf
  cache.get(req.query.address)
  // ruleid: javascript-ssrf
  require('https').get(req.query.address, () => {})
})
