const express = require('express')
const { greet } = require('./views')

const app = express()

app.get('/welcome', (req, res) => {
  const guest = { name: req.query.name, visits: Number(req.query.visits) || 0 }
  res.type('html').send(greet(guest))
})

app.listen(3000)
