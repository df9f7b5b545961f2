const crypto = require('crypto')
const { createHash, createCipheriv } = require('node:crypto')
const bcrypt = require('bcrypt')

function hashes(text, password) {
  // ruleid: javascript-weak-hash
  crypto.createHash('md5').update(text)
  const name = 'sha1'
  // ruleid: javascript-weak-hash
  createHash(name)
  // ok: javascript-weak-hash
  createHash('sha256').update(text)
  // ok: javascript-weak-hash
  const headers = { ETag: crypto.createHash('md5').update(text).digest('hex') }
  // ok: javascript-weak-hash
  res.setHeader('ETag', crypto.createHash('md5').update(text).digest('hex'))
  // ok: javascript-weak-hash
  const cacheKey = crypto.createHash('sha1').update(text).digest('hex')
  // ruleid: javascript-weak-hash
  const seal = crypto.createHash('sha1').update(text).digest('hex')
  // ruleid: javascript-weak-password-hash
  createHash('sha256').update(password).digest('hex')
  // ruleid: javascript-weak-password-hash
  createHash('sha512').update(salt + user.password)
  // ok: javascript-weak-password-hash
  crypto.scryptSync(password, salt, 64)
  // ruleid: javascript-weak-password-hash-iterations
  crypto.pbkdf2Sync(password, salt, 1000, 32, 'sha256')
  // ok: javascript-weak-password-hash-iterations
  crypto.pbkdf2Sync(password, salt, 600000, 32, 'sha256')
  // ruleid: javascript-weak-password-hash-iterations
  bcrypt.hashSync(password, 4)
  // ok: javascript-weak-password-hash-iterations
  bcrypt.hashSync(password, 12)
}

function ciphers(key, iv, text) {
  // ruleid: javascript-weak-cipher
  createCipheriv('des-ede3-cbc', key, iv)
  // ok: javascript-weak-cipher
  createCipheriv('aes-256-gcm', key, iv)
  // ruleid: javascript-ecb-mode
  createCipheriv('aes-128-ecb', key, null)
  // ok: javascript-ecb-mode
  createCipheriv('aes-128-gcm', key, iv)
  // ruleid: javascript-cipher-without-iv
  crypto.createCipher('aes-256-cbc', 'words')
  // ok: javascript-cipher-without-iv
  crypto.createCipheriv('aes-256-cbc', key, iv)
  // ruleid: javascript-hardcoded-iv
  createCipheriv('aes-256-cbc', key, Buffer.alloc(16, 0))
  // ruleid: javascript-hardcoded-iv
  createCipheriv('aes-256-cbc', key, '0123456789abcdef')
  // ok: javascript-hardcoded-iv
  createCipheriv('aes-256-cbc', key, crypto.randomBytes(16))
  // ruleid: javascript-hardcoded-encryption-key
  createCipheriv('aes-256-cbc', 'not-a-real-key-not-a-real-key-xx', iv)
  // ruleid: javascript-hardcoded-encryption-key
  crypto.createHmac('sha256', 'not a real key').update(text)
  // ok: javascript-hardcoded-encryption-key
  crypto.createHmac('sha256', process.env.KEY).update(text)
  // ruleid: javascript-gcm-short-tag
  crypto.createDecipheriv('aes-256-gcm', key, iv)
  // ok: javascript-gcm-short-tag
  crypto.createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
}

// ruleid: javascript-short-key
crypto.generateKeyPairSync('rsa', { modulusLength: 1024 })
// ok: javascript-short-key
crypto.generateKeyPairSync('rsa', { modulusLength: 3072 })

function compared(req) {
  const expectedSignature = crypto.createHmac('sha256', process.env.KEY).update(req.body).digest('hex')
  // ruleid: javascript-timing-attack
  if (req.headers['x-signature'] !== expectedSignature) throw new Error('not signed')
  // ruleid: javascript-timing-attack
  if (req.query.key === process.env.API_KEY) return
  // ok: javascript-timing-attack
  if (process.env.API_KEY === undefined) return
  // ok: javascript-timing-attack
  crypto.timingSafeEqual(Buffer.from(req.query.key), Buffer.from(process.env.API_KEY))
}

// ruleid: javascript-weak-random
const sessionToken = Math.random().toString(36).slice(2)
let csrf
// ruleid: javascript-weak-random
csrf = 'x' + Math.random()
// ok: javascript-weak-random
const delay = Math.random() * 100
// ok: javascript-weak-random
const resetToken = crypto.randomUUID()
function makeToken() {
  // ruleid: javascript-weak-random
  return Math.random().toString(36)
}
// ruleid: javascript-weak-random-pseudorandombytes
crypto.pseudoRandomBytes(16)
// ok: javascript-weak-random-pseudorandombytes
crypto.randomBytes(16)
// ok: javascript-timing-attack
if (kind === 'api_key') start()

// The handshake of WebSocket.
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
// ok: javascript-weak-hash
const accept = (key) => crypto.createHash('sha1').update(key + GUID).digest('base64')
// ruleid: javascript-weak-hash
const salted = (key, salt) => crypto.createHash('sha1').update(key + salt).digest('base64')
