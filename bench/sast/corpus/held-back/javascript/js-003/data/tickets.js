import knexOf from 'knex'

const knex = knexOf({ client: 'pg', connection: process.env.PG_URL })

export function findTickets({ state, text }) {
  const query = knex('tickets').where({ state }).orderBy('opened_at', 'desc')
  if (text !== '') {
    query.whereRaw('subject ILIKE ?', ['%' + text + '%'])
  }
  return query.limit(50)
}
