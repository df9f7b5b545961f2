const axios = require('axios')
const express = require('express')
const app = express()
const backend = axios.create({ timeout: 1000 })
const cache = new Map()

app.get('/one', async (req, res) => {
  // ruleid: javascript-request-to-network
  await backend.get(req.query.address)
  // ok: javascript-request-to-network
  cache.get(req.query.address)
  // ruleid: javascript-request-to-network
  require('https').get(req.query.address, () => {})
})
