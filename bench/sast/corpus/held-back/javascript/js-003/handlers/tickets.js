import Router from '@koa/router'
import { findTickets } from '../data/tickets.js'

export const tickets = new Router({ prefix: '/tickets' })

tickets.get('/', async (ctx) => {
  const { state = 'open', text = '' } = ctx.query
  ctx.body = { items: await findTickets({ state, text }) }
})
