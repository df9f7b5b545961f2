import { exec as run } from 'node:child_process'
import http from 'node:http'
import { parse } from 'node:url'
import formidable from 'formidable'

http
  .createServer((req, res) => {
    // ruleid: javascript-command-injection
    run('show ' + req.url)
    const { query } = parse(req.url, true)
    // ruleid: javascript-command-injection
    run('show ' + query.name)
    // ok: javascript-command-injection
    run('show ' + req.method)
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      const { name } = JSON.parse(body)
      // ruleid: javascript-command-injection
      run('show ' + name)
      res.end()
    })
  })
  .listen(3000)

http.createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  // ruleid: javascript-command-injection
  run('show ' + text)
  const form = formidable({})
  form.parse(request, (error, fields, files) => {
    // ruleid: javascript-command-injection
    run('show ' + fields.name)
    // ruleid: javascript-command-injection
    run('show ' + files.image.originalFilename)
  })
})
