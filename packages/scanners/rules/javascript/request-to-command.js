const { exec, execFile, execSync } = require('child_process')
const express = require('express')
const app = express()

app.get('/convert', (req, res) => {
  const name = req.query.name
  // ruleid: javascript-request-to-command
  exec('convert ' + name)
  // ok: javascript-request-to-command
  execFile('convert', ['--', name])
  // ok: javascript-request-to-command
  exec(`head -n ${Number(req.query.lines)} log`)
  res.end()
})

function archive(folder, options) {
  const command = ['tar', '-cf', options.target, folder].join(' ')
  // ruleid: javascript-request-to-command
  return execSync(command)
}

app.post('/archive', (req, res) => res.json(archive('data', { target: req.body.file })))

app.get('/known', (req, res) => {
  const kinds = { small: '10x10', large: '90x90' }
  // ok: javascript-request-to-command
  exec('resize ' + kinds.small)
  res.end()
})
