const cp = require('child_process'), net = require('net'), express = require('express')
const app = express()
// ruleid: javascript-command-injection
app.get('/a', (req, res) => { cp['ex' + 'ec'](req.query.a) })
// ok: javascript-command-injection
app.get('/b', (req, res) => { cp['re' + 'f'](req.query.a) })
// ruleid: javascript-command-injection
app.get('/c', (req, res) => { require('child_' + 'process').exec(req.query.a) })
// ruleid: javascript-command-injection
net.createServer((c) => { c.on('data', (d) => { cp.exec('ls ' + d) }) })
// ruleid: javascript-command-injection
wss.on('connection', (s) => s.on('message', (m) => { cp.exec(m.toString()) }))
// ok: javascript-command-injection
wss.on('connection', (s) => s.on('error', (m) => { cp.exec(m.toString()) }))
// ok: javascript-command-injection
bus.on('message', (m) => { cp.exec(m.toString()) })
