const { exec, execFile, execSync, spawn } = require('child_process')
const cp = require('node:child_process')
const vm = require('vm')
const ejs = require('ejs')
const express = require('express')
const app = express()

app.get('/convert', (req, res) => {
  const name = req.query.name
  // ruleid: javascript-command-injection
  exec('convert ' + name)
  // ok: javascript-command-injection
  // ruleid: javascript-argument-injection
  execFile('convert', [name])
  // ok: javascript-argument-injection
  execFile('convert', ['--', name])
  // ok: javascript-command-injection
  exec(`head -n ${Number(req.query.lines)} log`)
  // ok: javascript-command-injection
  exec(`head -n ${+req.query.lines} log`)
  res.end()
})

function archive(folder, options) {
  const command = ['tar', '-cf', options.target, folder].join(' ')
  // ruleid: javascript-command-injection
  return execSync(command)
}

app.post('/archive', (req, res) => res.json(archive('data', { target: req.body.file })))

app.get('/known', (req, res) => {
  const kinds = { small: '10x10', large: '90x90' }
  // ok: javascript-command-injection
  exec('resize ' + kinds.small)
  // ok: javascript-command-injection
  exec('resize ' + kinds[req.query.kind])
  res.end()
})

app.get('/one-of', (req, res) => {
  const format = req.query.format
  if (!['png', 'gif'].includes(format)) return res.sendStatus(400)
  // ok: javascript-command-injection
  exec('convert in out.' + format)
  res.end()
})

function ping(incoming, outgoing) {
  // ruleid: javascript-command-injection
  spawn('sh', ['-c', 'ping ' + incoming.query.host])
  // ruleid: javascript-command-injection
  cp.spawn(`ping ${incoming.params.host}`, { shell: true })
  outgoing.status(200).send('sent')
}

app.post('/run', ({ body }, res) => {
  // ruleid: javascript-code-injection
  eval('(' + body.formula + ')')
  // ruleid: javascript-code-injection
  const f = new Function('x', body.formula)
  // ruleid: javascript-code-injection
  vm.runInNewContext(body.formula, {})
  // ok: javascript-code-injection
  setTimeout(() => send(body.text), 10)
  // ok: javascript-code-injection
  eval('1 + 1')
  // ok: javascript-code-injection
  send(JSON.parse(body.text))
  res.json(f(1))
})

const calculate = (text) => {
  // ruleid: javascript-code-injection
  return eval(text)
}
app.get('/sum', (req, res) => res.json(calculate(req.query.sum)))

app.get('/load', async (req, res) => {
  const kind = req.params.kind
  // ruleid: javascript-unsafe-reflection-module
  const part = require('./parts/' + kind)
  // ruleid: javascript-unsafe-reflection-module
  const other = await import(`./parts/${req.query.other}.js`)
  // ok: javascript-unsafe-reflection-module
  const known = require('./parts/known')
  // ruleid: javascript-unsafe-reflection-method
  part[req.query.action]()
  // ok: javascript-unsafe-reflection-method
  actions.get(req.query.action)?.()
  res.json([part, other, known])
})

app.post('/template', (req, res) => {
  // ruleid: javascript-template-injection
  const page = ejs.render(req.body.template, {})
  // ruleid: javascript-template-injection
  const other = Handlebars.compile('<p>' + req.body.text + '</p>')
  // ok: javascript-template-injection
  const safe = ejs.render('<p><%= text %></p>', { text: req.body.text })
  // ruleid: javascript-template-options-injection
  res.render(req.query.page)
  // ruleid: javascript-template-options-injection
  res.render('profile', req.body)
  // ok: javascript-template-options-injection
  res.render('profile', { name: req.body.name })
  send(page, other, safe)
})
