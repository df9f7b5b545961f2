import Router from '@koa/router'
import { Coupon } from '../models/coupon.js'

const router = new Router()

router.post('/redeem', async (ctx) => {
  const { code } = ctx.request.body
  if (typeof code !== 'string') ctx.throw(400)
  const coupon = await Coupon.redeem({ code })
  ctx.body = { percent: coupon?.percent ?? 0 }
})

export default router
