const crypto = require('node:crypto')
const mailer = require('./mailer')

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function letters(count) {
  let text = ''
  for (let i = 0; i < count; i += 1) {
    const place = crypto.randomInt(ALPHABET.length)
    text += ALPHABET[place]
  }
  return text
}

async function sendResetToken(users, email) {
  const resetToken = letters(24)
  const jitter = Math.random() * 500
  await users.update({ email }, { resetToken, resetUntil: Date.now() + 900_000 })
  setTimeout(() => mailer.send(email, 'reset', { resetToken }), jitter)
}

module.exports = { sendResetToken }
