import Fastify from 'fastify'
import cors from '@fastify/cors'

const fastify = Fastify()
const FRIENDS = ['https://app.example.com', 'https://admin.example.com']

await fastify.register(cors, {
  credentials: true,
  origin: (origin, done) => {
    done(null, origin)
  },
})

fastify.get('/profile', async (request) => ({ name: request.session.name }))

await fastify.listen({ port: 3000 })
