import Hapi from '@hapi/hapi'

const server = Hapi.server({ port: 3000 })
const TAGS = /^(\w+\s?)+$/

server.route({
  method: 'POST',
  path: '/photos/{id}/tags',
  handler(request, h) {
    const line = request.payload.tags
    if (!TAGS.test(line)) {
      return h.response({ message: 'Words only, please' }).code(422)
    }
    return { id: request.params.id, tags: line.split(/\s/) }
  },
})

await server.start()
