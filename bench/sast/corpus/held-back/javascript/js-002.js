import Fastify from 'fastify'
import Database from 'better-sqlite3'

const fastify = Fastify({ logger: true })
const db = new Database('stations.db', { readonly: true })

fastify.get('/stations', async (request) => {
  const conditions = ['active = 1']
  const values = []
  const { city } = request.query
  if (city) {
    conditions.push('city = ?')
    values.push(city)
  }
  const statement = db.prepare(`SELECT name, lat, lon FROM stations WHERE ${conditions.join(' AND ')}`)
  return statement.all(...values)
})

await fastify.listen({ port: 3000 })
