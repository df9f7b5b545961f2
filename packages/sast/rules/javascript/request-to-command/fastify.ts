import Fastify, { type FastifyRequest } from 'fastify'
import { exec as run } from 'node:child_process'

const app = Fastify()

app.post<{ Body: { name: string } }>('/files', async (request, reply) => {
  // ruleid: javascript-command-injection
  run('show ' + request.body.name)
  const part = await request.file()
  // ruleid: javascript-command-injection
  run('show ' + part.filename)
  // ruleid: javascript-command-injection
  run('show ' + request.raw.url)
  return reply.send('done')
})

app.route({
  method: 'GET',
  url: '/files/:name',
  handler: async function (call: FastifyRequest<{ Params: { name: string } }>, reply) {
    // ruleid: javascript-command-injection
    run('show ' + call.params.name)
    reply.send('done')
  },
})

app.get('/all', async ({ query, params, body }) => {
  // ruleid: javascript-command-injection
  run('show ' + query.name)
  // ruleid: javascript-command-injection
  run('show ' + params.name)
  // ruleid: javascript-command-injection
  run('show ' + body)
})
