const { execFile, exec } = require('node:child_process')
const express = require('express')

const app = express()
app.use(express.json())

function report(res) {
  return (error, stdout) => {
    if (error) return res.status(502).json({ reachable: false })
    res.json({ reachable: true, output: stdout.split('\n') })
  }
}

app.post('/diagnostics/ping', (req, res) => {
  const { host, count = 3 } = req.body
  const packets = Math.min(Number(count) || 1, 10)
  exec(`ping -c ${packets} ${host}`, { timeout: 5000 }, report(res))
})

app.listen(process.env.PORT)
