import Koa from 'koa'
import { unserialize } from 'node-serialize'

const app = new Koa()

app.use(async (ctx) => {
  const packed = ctx.cookies.get('basket')
  let basket = { items: [] }
  if (packed) {
    const text = Buffer.from(packed, 'base64').toString('utf8')
    basket = JSON.parse(text)
  }
  ctx.body = { count: basket.items.length }
})

app.listen(3000)
