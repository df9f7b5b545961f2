const express = require('express')

const app = express()
app.use(express.json())

const settings = { theme: { color: 'blue' }, mail: { daily: true } }

function merge(target, source) {
  for (const key of Object.keys(source)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue
    const value = source[key]
    if (value !== null && typeof value === 'object') {
      target[key] = merge(target[key] ?? {}, value)
    } else {
      target[key] = value
    }
  }
  return target
}

app.patch('/settings', (req, res) => {
  res.json(merge(settings, req.body))
})

app.listen(3000)
