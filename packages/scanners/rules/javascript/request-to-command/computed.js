const cp = require('child_process'), net = require('net'), express = require('express')
const app = express()
// ruleid: javascript-request-to-command
app.get('/a', (req, res) => { cp['ex' + 'ec'](req.query.a) })
// ok: javascript-request-to-command
app.get('/b', (req, res) => { cp['re' + 'f'](req.query.a) })
// ruleid: javascript-request-to-command
app.get('/c', (req, res) => { require('child_' + 'process').exec(req.query.a) })
// ruleid: javascript-request-to-command
net.createServer((c) => { c.on('data', (d) => { cp.exec('ls ' + d) }) })
// ruleid: javascript-request-to-command
wss.on('connection', (s) => s.on('message', (m) => { cp.exec(m.toString()) }))
// ok: javascript-request-to-command
wss.on('connection', (s) => s.on('error', (m) => { cp.exec(m.toString()) }))
// ok: javascript-request-to-command
bus.on('message', (m) => { cp.exec(m.toString()) })
