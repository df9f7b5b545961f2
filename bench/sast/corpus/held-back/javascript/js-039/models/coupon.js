import mongoose from 'mongoose'

const schema = new mongoose.Schema({ code: String, percent: Number, used: Boolean })

schema.statics.redeem = function redeem(filter) {
  return this.findOneAndUpdate({ ...filter, used: false }, { used: true })
}

export const Coupon = mongoose.model('Coupon', schema, 'coupons')
