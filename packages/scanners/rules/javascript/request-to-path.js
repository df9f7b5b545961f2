const fs = require('fs')
const path = require('path')
const router = require('express').Router()

router.get('/file', (req, res) => {
  const file = path.join('/data', req.query.name)
  // ruleid: javascript-request-to-path
  fs.createReadStream(file).pipe(res)
})

router.get('/own', (req, res) => {
  const file = path.join('/data', path.basename(req.query.name))
  // ok: javascript-request-to-path
  res.sendFile(file)
})

router.post('/notes', (req, res) => {
  const { title, text } = req.body
  // ruleid: javascript-request-to-path
  fs.writeFile('/notes/' + title, text, () => res.end())
  // ok: javascript-request-to-path
  fs.writeFile('/notes/last', text, () => res.end())
})
