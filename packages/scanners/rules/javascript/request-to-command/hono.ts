import { Hono } from 'hono'
import { exec as run } from 'node:child_process'

const app = new Hono()

app.post('/files/:name', async (c) => {
  // ruleid: javascript-request-to-command
  run('show ' + c.req.param('name'))
  // ruleid: javascript-request-to-command
  run('show ' + c.req.query('name'))
  const { name } = c.req.valid('json')
  // ruleid: javascript-request-to-command
  run('show ' + name)
  const body = await c.req.json()
  // ruleid: javascript-request-to-command
  run('show ' + body.name)
  // ruleid: javascript-request-to-command
  run('show ' + c.req.queries('tags')[0])
  const form = await c.req.parseBody()
  // ruleid: javascript-request-to-command
  run('show ' + form['name'])
  // ok: javascript-request-to-command
  run('show ' + c.get('kind'))
  return c.text('done')
})
