import express from 'express'
const app = express()

app.get('/awaited', async (req, res) => {
  const shell = await import('child_process')
  // ruleid: javascript-command-injection
  shell.exec(req.query.name)
  // ruleid: javascript-command-injection
  shell.default.exec(req.query.name)
  res.end()
})
app.get('/destructured', async (req, res) => {
  const { execSync } = await import('node:' + 'child_process')
  // ruleid: javascript-command-injection
  execSync(req.query.name)
  // ruleid: javascript-command-injection
  ;(await import('node:child_process')).exec(req.query.name)
  res.end()
})
app.get('/default', async (req, res) => {
  const { default: tools } = await import('child_process')
  // ruleid: javascript-command-injection
  tools.exec(req.query.name)
  res.end()
})
app.get('/then', (req, res) => {
  // ruleid: javascript-command-injection
  import('child_process').then((module) => module.exec(req.query.name))
  // ruleid: javascript-command-injection
  import('child_process').then(({ exec: run }) => run(req.query.name))
  // ok: javascript-command-injection
  import('./own.js').then((other) => other.exec(req.query.name))
  res.end()
})
app.get('/all', async (req, res) => {
  const [first, second] = await Promise.all([import('child_process'), import('./own.js')])
  // ruleid: javascript-command-injection
  first.exec(req.query.name)
  // ok: javascript-command-injection
  second.exec(req.query.name)
  const promise = import('child_process')
  const later = await promise
  // ruleid: javascript-command-injection
  later.exec(req.query.name)
  res.end()
})
