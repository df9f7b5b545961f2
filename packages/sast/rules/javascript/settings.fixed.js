const https = require('https')
const inspector = require('node:inspector')
const express = require('express')
const session = require('express-session')
const cookieParser = require('cookie-parser')
const cors = require('cors')
const app = express()

// ruleid: javascript-tls-verification-disabled
https.get({ host: 'example.org', rejectUnauthorized: true }, done)
const unverified = false
// ruleid: javascript-tls-verification-disabled
https.get({ host: 'example.org', rejectUnauthorized: unverified }, done)
// ruleid: javascript-tls-verification-disabled
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
// ok: javascript-tls-verification-disabled
https.get({ host: 'example.org', rejectUnauthorized: true }, done)
// ok: javascript-tls-verification-disabled
https.get({ host: 'example.org' }, done)
// ruleid: javascript-outdated-tls
https.createServer({ minVersion: 'TLSv1' }, app)
// ok: javascript-outdated-tls
https.createServer({ minVersion: 'TLSv1.2' }, app)

// ruleid: javascript-hardcoded-session-key
app.use(session({ secret: 'not a real secret', cookie: { secure: true } }))
// ok: javascript-hardcoded-session-key
app.use(session({ secret: process.env.SESSION_SECRET }))
// ruleid: javascript-hardcoded-session-key
app.use(cookieParser('not a real secret'))
// ok: javascript-hardcoded-session-key
app.use(cookieParser())
// ruleid: javascript-insecure-cookie
app.use(session({ secret, cookie: { secure: true } }))
// ok: javascript-insecure-cookie
app.use(session({ secret, cookie: { secure: true } }))
// ruleid: javascript-cookie-samesite-none
app.use(session({ secret, cookie: { secure: true, sameSite: 'none' } }))
// ok: javascript-cookie-samesite-none
app.use(session({ secret, cookie: { secure: true, sameSite: 'lax' } }))

app.post('/login', (req, res) => {
  // ruleid: javascript-insecure-cookie-session
  res.cookie('session', id)
  // ruleid: javascript-insecure-cookie-session
  res.cookie('auth_token', id, { maxAge: 1000 })
  // ok: javascript-insecure-cookie-session
  res.cookie('session', id, { httpOnly: true, secure: true })
  // ok: javascript-insecure-cookie-session
  res.cookie('theme', 'dark')
})

// ruleid: javascript-cors-any-origin-credentials
app.use(cors({ origin: true, credentials: true }))
// ok: javascript-cors-any-origin-credentials
app.use(cors({ origin: ['https://app.example'], credentials: true }))
// ruleid: javascript-cors-any-origin
app.use(cors({ origin: '*' }))
// ok: javascript-cors-any-origin
app.use(cors({ origin: 'https://app.example' }))
// ruleid: javascript-csrf-protection-disabled
configure({ csrf: false })
// ok: javascript-csrf-protection-disabled
configure({ csrf: true })
// ruleid: javascript-security-headers-disabled
app.use(helmet({ contentSecurityPolicy: false }))
// ok: javascript-security-headers-disabled
app.use(helmet())
// ruleid: javascript-insecure-csp
policy({ scriptSrc: ["'self'", "'unsafe-inline'"] })
// ok: javascript-insecure-csp
policy({ scriptSrc: ["'self'"] })
// ruleid: javascript-graphql-introspection-enabled
new ApolloServer({ schema, introspection: true })
// ok: javascript-graphql-introspection-enabled
new ApolloServer({ schema, introspection: development })
// ruleid: javascript-directory-exposed
app.use(express.static(__dirname))
// ok: javascript-directory-exposed
app.use(express.static('public'))
// ruleid: javascript-electron-insecure-webpreferences
new BrowserWindow({ webPreferences: { nodeIntegration: true } })
// ok: javascript-electron-insecure-webpreferences
new BrowserWindow({ webPreferences: { nodeIntegration: false } })
// ruleid: javascript-debugger-exposed
inspector.open(9229, '0.0.0.0')
// ok: javascript-debugger-exposed
inspector.open(9229, '127.0.0.1')
// ruleid: javascript-request-body-limit-too-high
app.use(express.json({ limit: '500mb' }))
// ok: javascript-request-body-limit-too-high
app.use(express.json({ limit: '1mb' }))

// Other frameworks.
app.get('/cookies', async (ctx) => {
  // ruleid: javascript-insecure-cookie
  ctx.cookies.set('kind', value, { httpOnly: true })
  // ok: javascript-insecure-cookie
  ctx.cookies.set('XSRF-TOKEN', value, { httpOnly: false })
  // ruleid: javascript-insecure-cookie-session
  setCookie(ctx, 'session', value)
  // ruleid: javascript-insecure-cookie-session
  cookies().set('auth_token', value, { path: '/' })
  // ok: javascript-insecure-cookie-session
  cookies().set('auth_token', value, { httpOnly: true, secure: true })
  // ok: javascript-insecure-cookie-session
  setCookie(ctx, 'theme', value)
})
// ruleid: javascript-insecure-cookie
server.state('kind', { isHttpOnly: false })
// ruleid: javascript-hardcoded-session-key
koa.keys = ['a secret of the tests']
// ok: javascript-hardcoded-session-key
koa.keys = [process.env.COOKIE_KEY]
// ruleid: javascript-hardcoded-session-key
createCookieSessionStorage({ cookie: { name: 'a', secrets: ['a secret of the tests'] } })
// ruleid: javascript-cors-any-origin, javascript-cors-any-origin-credentials
new Server(3000, { cors: { origin: '*', credentials: true } })
// ruleid: javascript-cors-any-origin
const headers = { 'Access-Control-Allow-Origin': '*' }
// ruleid: javascript-ssrf-image-hosts
module.exports = { images: { remotePatterns: [{ protocol: 'https', hostname: '**' }] } }
// ok: javascript-ssrf-image-hosts
module.exports = { images: { remotePatterns: [{ protocol: 'https', hostname: 'images.app.example' }] } }
// ruleid: javascript-xss-svg
const images = { dangerouslyAllowSVG: true }
// ok: javascript-xss-svg
const attached = { dangerouslyAllowSVG: true, contentDispositionType: 'attachment', contentSecurityPolicy: "script-src 'none'" }
// ruleid: javascript-path-traversal-archive
await tar.x({ file: 'a.tar', preservePaths: true })
// ok: javascript-path-traversal-archive
await tar.x({ file: 'a.tar', C: 'files' })
// ruleid: javascript-graphql-introspection-enabled
createYoga({ schema, graphiql: true })
