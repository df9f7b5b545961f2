const { exec, execFile, execSync, spawn } = require('child_process')
const cp = require('node:child_process')
const vm = require('vm')
const ejs = require('ejs')
const express = require('express')
const app = express()

app.get('/convert', (req, res) => {
  const name = req.query.name
  // ruleid: javascript-request-to-command
  exec('convert ' + name)
  // ok: javascript-request-to-command
  // ruleid: javascript-request-to-argument
  execFile('convert', [name])
  // ok: javascript-request-to-argument
  execFile('convert', ['--', name])
  // ok: javascript-request-to-command
  exec(`head -n ${Number(req.query.lines)} log`)
  // ok: javascript-request-to-command
  exec(`head -n ${+req.query.lines} log`)
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
  // ok: javascript-request-to-command
  exec('resize ' + kinds[req.query.kind])
  res.end()
})

app.get('/one-of', (req, res) => {
  const format = req.query.format
  if (!['png', 'gif'].includes(format)) return res.sendStatus(400)
  // ok: javascript-request-to-command
  exec('convert in out.' + format)
  res.end()
})

function ping(incoming, outgoing) {
  // ruleid: javascript-request-to-command
  spawn('sh', ['-c', 'ping ' + incoming.query.host])
  // ruleid: javascript-request-to-command
  cp.spawn(`ping ${incoming.params.host}`, { shell: true })
  outgoing.status(200).send('sent')
}

app.post('/run', ({ body }, res) => {
  // ruleid: javascript-request-to-code
  eval('(' + body.formula + ')')
  // ruleid: javascript-request-to-code
  const f = new Function('x', body.formula)
  // ruleid: javascript-request-to-code
  vm.runInNewContext(body.formula, {})
  // ok: javascript-request-to-code
  setTimeout(() => send(body.text), 10)
  // ok: javascript-request-to-code
  eval('1 + 1')
  // ok: javascript-request-to-code
  send(JSON.parse(body.text))
  res.json(f(1))
})

const calculate = (text) => {
  // ruleid: javascript-request-to-code
  return eval(text)
}
app.get('/sum', (req, res) => res.json(calculate(req.query.sum)))

app.get('/load', async (req, res) => {
  const kind = req.params.kind
  // ruleid: javascript-request-to-module
  const part = require('./parts/' + kind)
  // ruleid: javascript-request-to-module
  const other = await import(`./parts/${req.query.other}.js`)
  // ok: javascript-request-to-module
  const known = require('./parts/known')
  // ruleid: javascript-request-to-method
  part[req.query.action]()
  // ok: javascript-request-to-method
  actions.get(req.query.action)?.()
  res.json([part, other, known])
})

app.post('/template', (req, res) => {
  // ruleid: javascript-request-to-template
  const page = ejs.render(req.body.template, {})
  // ruleid: javascript-request-to-template
  const other = Handlebars.compile('<p>' + req.body.text + '</p>')
  // ok: javascript-request-to-template
  const safe = ejs.render('<p><%= text %></p>', { text: req.body.text })
  // ruleid: javascript-request-to-view
  res.render(req.query.page)
  // ruleid: javascript-request-to-view
  res.render('profile', req.body)
  // ok: javascript-request-to-view
  res.render('profile', { name: req.body.name })
  send(page, other, safe)
})
