const jwt = require('jsonwebtoken')
const { sign } = require('jsonwebtoken')
const { Pool } = require('pg')

function tokens(token, key, claims) {
  // ruleid: javascript-jwt-none-algorithm
  jwt.verify(token, key, { algorithms: ['HS256', 'none'] })
  // ok: javascript-jwt-none-algorithm
  jwt.verify(token, key, { algorithms: ['HS256'] })
  // ruleid: javascript-jwt-hardcoded-key
  sign(claims, 'not a real key', { expiresIn: '1h' })
  // ok: javascript-jwt-hardcoded-key
  sign(claims, process.env.TOKEN_KEY, { expiresIn: '1h' })
  // ruleid: javascript-jwt-not-verified
  const read = jwt.decode(token)
  // ok: javascript-jwt-not-verified
  const head = jwt.decode(token, { complete: true })
  // ok: javascript-jwt-not-verified
  const known = jwt.verify(token, key, { algorithms: ['RS256'] })
  // ruleid: javascript-jwt-any-algorithm
  const any = jwt.verify(token, key)
  // ok: javascript-jwt-any-algorithm
  const one = jwt.verify(token, key, { algorithms: ['RS256'] })
  // ruleid: javascript-jwt-without-expiration
  const forever = jwt.sign({ id: 1 }, key)
  // ok: javascript-jwt-without-expiration
  const short = jwt.sign({ id: 1 }, key, { expiresIn: '15m' })
  return [read, known, any, one, forever, short]
}

const SECRET = 'still not a real key'
// ruleid: javascript-jwt-hardcoded-key
sign({ id: 1 }, SECRET, { expiresIn: '1h' })

// ruleid: javascript-hardcoded-password
new Pool({ host: 'db', user: 'app', password: 'example-only' })
// ruleid: javascript-hardcoded-password
mysql.createConnection({ host: 'db', password: 'example-only' })
// ok: javascript-hardcoded-password
new Pool({ host: 'db', user: 'app', password: process.env.DB_PASSWORD })
// ok: javascript-hardcoded-password
mysql.createConnection({ host: 'db', password: '' })

// ruleid: javascript-jwt-hardcoded-key
app.use(koaJwt({ secret: 'a secret of the tests' }))
// ok: javascript-jwt-hardcoded-key
app.use(koaJwt({ secret: process.env.TOKEN_KEY }))
