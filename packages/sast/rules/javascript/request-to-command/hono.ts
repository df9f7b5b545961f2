import { Hono } from 'hono'
import { exec as run } from 'node:child_process'

const app = new Hono()

app.post('/files/:name', async (c) => {
  // ruleid: javascript-command-injection
  run('show ' + c.req.param('name'))
  // ruleid: javascript-command-injection
  run('show ' + c.req.query('name'))
  const { name } = c.req.valid('json')
  // ruleid: javascript-command-injection
  run('show ' + name)
  const body = await c.req.json()
  // ruleid: javascript-command-injection
  run('show ' + body.name)
  // ruleid: javascript-command-injection
  run('show ' + c.req.queries('tags')[0])
  const form = await c.req.parseBody()
  // ruleid: javascript-command-injection
  run('show ' + form['name'])
  // ok: javascript-command-injection
  run('show ' + c.get('kind'))
  return c.text('done')
})
