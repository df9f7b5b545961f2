const jwt = require('jsonwebtoken')

const publicKey = process.env.AUTH_PUBLIC_KEY

function readToken(header) {
  const [scheme, token] = (header || '').split(' ')
  if (scheme !== 'Bearer' || !token) return undefined
  return jwt.decode(token)
}

module.exports = function authenticate(req, res, next) {
  try {
    const claims = readToken(req.headers.authorization)
    if (claims === undefined) return res.status(401).end()
    req.user = { id: claims.sub, isAdmin: claims.role === 'admin' }
    next()
  } catch {
    res.status(401).end()
  }
}
