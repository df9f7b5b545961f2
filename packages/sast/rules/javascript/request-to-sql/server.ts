import express from 'express'
import { Orders } from './orders/orders'
import { Store } from './store'

const app = express()
const orders = new Orders(new Store())

app.get('/orders/:id', async (req, res) => {
  res.json(await orders.one(req.params.id))
})

app.get('/orders', async (req, res) => {
  res.json(await orders.list({ sort: req.query.sort, page: Number(req.query.page) }))
})
