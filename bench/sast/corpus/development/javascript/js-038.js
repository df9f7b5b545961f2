const express = require('express')
const fs = require('node:fs')

const app = express()
const log = fs.createWriteStream('/var/log/shop/audit.log', { flags: 'a' })

function audit(action, detail) {
  log.write(`${new Date().toISOString()} ${action} ${detail}\n`)
}

app.post('/coupons/:code', (req, res) => {
  const code = req.params.code
  audit('coupon', JSON.stringify(code))
  res.status(204).end()
})

app.listen(3000)
