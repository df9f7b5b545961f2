const express = require('express')
const { OrderStore } = require('./order-store')

const app = express()
const orders = new OrderStore(process.env.DATABASE_URL)

app.get('/orders', async (req, res) => {
  const page = await orders.list({
    customer: req.user.id,
    sortBy: req.query.sort || 'created_at',
  })
  res.render('orders', { page })
})

app.listen(8080)
