const express = require('express')
const escapeHtml = require('escape-html')

const app = express()

app.get('/search', (req, res) => {
  const term = String(req.query.q || '')
  const shown = escapeHtml(term)
  const lines = ['<!doctype html>', '<title>Search</title>']
  lines.push('<h1>Results for ' + shown + '</h1>')
  lines.push('<p>Nothing was found.</p>')
  res.send(lines.join('\n'))
})

app.listen(3000)
