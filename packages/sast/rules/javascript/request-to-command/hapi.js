import { exec as run } from 'node:child_process'
import Hapi from '@hapi/hapi'

const server = Hapi.server({ port: 3000 })

server.route({
  method: 'POST',
  path: '/files/{name}',
  handler: (request, h) => {
    // ruleid: javascript-command-injection
    run('show ' + request.payload.name)
    // ruleid: javascript-command-injection
    run('show ' + request.params.name)
    // ruleid: javascript-command-injection
    run('show ' + request.state.last)
    const { payload } = request
    // ruleid: javascript-command-injection
    run('show ' + payload.name)
    return h.response('done')
  },
})

server.route({
  method: 'GET',
  path: '/all',
  handler: async ({ query, payload }, h) => {
    // ruleid: javascript-command-injection
    run('show ' + query.name)
    // ruleid: javascript-command-injection
    run('show ' + payload.name)
    return h.response('done')
  },
})
