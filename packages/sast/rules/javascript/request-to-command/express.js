const { exec: run } = require('child_process')
const express = require('express')
const router = express.Router()

router.get('/:name', (req, res) => {
  // ruleid: javascript-command-injection
  run('show ' + req.param('name'))
  // ruleid: javascript-command-injection
  run('show ' + req.path)
  // ruleid: javascript-command-injection
  run('show ' + req.signedCookies.name)
  // ruleid: javascript-command-injection
  run('show ' + req.get('x-name'))
  // ruleid: javascript-command-injection
  run('show ' + req.files.image.name)
  // ruleid: javascript-command-injection
  run('show ' + req.file.originalname)
  // ok: javascript-command-injection
  run('show ' + req.user.folder)
  // ok: javascript-command-injection
  run('show ' + req.ip)
  res.end()
})

router.route('/all').post(async (q, r) => {
  // ruleid: javascript-command-injection
  run('show ' + q.body.name)
  r.json({})
})

router.param('name', (req, res, next, name) => {
  // ruleid: javascript-command-injection
  run('show ' + name)
  next()
})

const client = require('request')
client.get('https://example.com/version', (error, answer) => {
  // ok: javascript-command-injection
  run('show ' + answer.statusCode)
})
