const express = require('express')

const app = express()
app.use(express.text({ limit: '1mb' }))

const MAIL = /^([a-z0-9]+[._-]?)+@[a-z.]+$/i

app.post('/subscribers', (req, res) => {
  const lines = req.body.split('\n')
  const good = lines.filter((line) => MAIL.test(line.trim()))
  res.json({ accepted: good.length, refused: lines.length - good.length })
})

app.listen(3000)
