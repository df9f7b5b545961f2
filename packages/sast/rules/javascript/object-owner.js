import express from 'express'
import { prisma } from './database.js'
import { Invoice, Order, Article } from './models.js'
import { isOwner } from './guards.js'

const app = express()

app.get('/invoices/:id', async (req, res) => {
  // ruleid: javascript-idor
  res.json(await Invoice.findById(req.params.id))
})

app.get('/orders/:id', async function (req, res) {
  const { id } = req.params
  // ruleid: javascript-idor
  const order = await prisma.order.findUnique({ where: { id } })
  res.json(order)
})

app.get('/numbers/:id', (req, res) => {
  const id = Number(req.params.id)
  // ruleid: javascript-idor
  prisma.order.findUnique({ where: { id } }).then((order) => res.json(order))
})

async function load(id) {
  // ruleid: javascript-idor
  return Order.findByPk(id)
}
app.get('/again/:id', async (req, res) => {
  res.json(await load(req.params.id))
})

app.get('/mine/:id', async (req, res) => {
  // ok: javascript-idor
  res.json(await prisma.invoice.findFirst({ where: { id: req.params.id, ownerId: req.user.id } }))
})

app.get('/compared/:id', async (req, res) => {
  // ok: javascript-idor
  const invoice = await Invoice.findById(req.params.id)
  if (invoice.owner !== req.user.id) return res.sendStatus(404)
  res.json(invoice)
})

// ok: javascript-idor
app.get('/guarded/:id', isOwner(Invoice), async (req, res) => res.json(await Invoice.findById(req.params.id)))

app.get('/role/:id', authorize('invoices'), async (req, res) => {
  // ok: javascript-idor
  res.json(await Invoice.findById(req.params.id))
})

app.get('/articles/:id', async (req, res) => {
  // ok: javascript-idor
  res.json(await Article.findById(req.params.id))
})

app.get('/fixed', async (req, res) => {
  // ok: javascript-idor
  res.json(await Invoice.findById(1))
})
