import { Elysia, t } from 'elysia'
import { exec as run } from 'node:child_process'

new Elysia()
  .get('/files/:name', ({ params, query, headers }) => {
    // ruleid: javascript-command-injection
    run('show ' + params.name)
    // ruleid: javascript-command-injection
    run('show ' + query.name)
    // ruleid: javascript-command-injection
    run('show ' + headers['x-name'])
  })
  .post('/files', async ({ body: { name }, set }) => {
    // ruleid: javascript-command-injection
    run('show ' + name)
    set.status = 201
  }, { body: t.Object({ name: t.String() }) })
  .ws('/events', {
    message(ws, message) {
      // ruleid: javascript-command-injection
      run('show ' + message)
    },
  })
