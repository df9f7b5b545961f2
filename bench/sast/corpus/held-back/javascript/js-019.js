import Fastify from 'fastify'

const fastify = Fastify()

function target(text) {
  const url = new URL(text, 'https://portal.example.com')
  return 'https://portal.example.com' + url.pathname + url.search
}

fastify.get('/leave', async (request, reply) => {
  reply.clearCookie?.('tour')
  return reply.redirect(target(request.query.to ?? '/'), 302)
})

await fastify.listen({ port: 3000 })
