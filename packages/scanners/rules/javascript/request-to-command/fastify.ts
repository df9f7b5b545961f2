import Fastify, { type FastifyRequest } from 'fastify'
import { exec as run } from 'node:child_process'

const app = Fastify()

app.post<{ Body: { name: string } }>('/files', async (request, reply) => {
  // ruleid: javascript-request-to-command
  run('show ' + request.body.name)
  const part = await request.file()
  // ruleid: javascript-request-to-command
  run('show ' + part.filename)
  // ruleid: javascript-request-to-command
  run('show ' + request.raw.url)
  return reply.send('done')
})

app.route({
  method: 'GET',
  url: '/files/:name',
  handler: async function (call: FastifyRequest<{ Params: { name: string } }>, reply) {
    // ruleid: javascript-request-to-command
    run('show ' + call.params.name)
    reply.send('done')
  },
})

app.get('/all', async ({ query, params, body }) => {
  // ruleid: javascript-request-to-command
  run('show ' + query.name)
  // ruleid: javascript-request-to-command
  run('show ' + params.name)
  // ruleid: javascript-request-to-command
  run('show ' + body)
})
