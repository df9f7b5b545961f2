const https = require('https')
const inspector = require('node:inspector')
const express = require('express')
const session = require('express-session')
const cookieParser = require('cookie-parser')
const cors = require('cors')
const app = express()

// ruleid: javascript-unverified-tls
https.get({ host: 'example.org', rejectUnauthorized: false }, done)
const unverified = false
// ruleid: javascript-unverified-tls
https.get({ host: 'example.org', rejectUnauthorized: unverified }, done)
// ruleid: javascript-unverified-tls
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
// ok: javascript-unverified-tls
https.get({ host: 'example.org', rejectUnauthorized: true }, done)
// ok: javascript-unverified-tls
https.get({ host: 'example.org' }, done)
// ruleid: javascript-old-tls
https.createServer({ minVersion: 'TLSv1' }, app)
// ok: javascript-old-tls
https.createServer({ minVersion: 'TLSv1.2' }, app)

// ruleid: javascript-session-secret-in-code
app.use(session({ secret: 'not a real secret', cookie: { secure: true } }))
// ok: javascript-session-secret-in-code
app.use(session({ secret: process.env.SESSION_SECRET }))
// ruleid: javascript-session-secret-in-code
app.use(cookieParser('not a real secret'))
// ok: javascript-session-secret-in-code
app.use(cookieParser())
// ruleid: javascript-cookie-not-secure
app.use(session({ secret, cookie: { secure: false } }))
// ok: javascript-cookie-not-secure
app.use(session({ secret, cookie: { secure: true } }))
// ruleid: javascript-cookie-same-site-none
app.use(session({ secret, cookie: { secure: true, sameSite: 'none' } }))
// ok: javascript-cookie-same-site-none
app.use(session({ secret, cookie: { secure: true, sameSite: 'lax' } }))

app.post('/login', (req, res) => {
  // ruleid: javascript-cookie-without-flags
  res.cookie('session', id)
  // ruleid: javascript-cookie-without-flags
  res.cookie('auth_token', id, { maxAge: 1000 })
  // ok: javascript-cookie-without-flags
  res.cookie('session', id, { httpOnly: true, secure: true })
  // ok: javascript-cookie-without-flags
  res.cookie('theme', 'dark')
})

// ruleid: javascript-cors-any-with-credentials
app.use(cors({ origin: true, credentials: true }))
// ok: javascript-cors-any-with-credentials
app.use(cors({ origin: ['https://app.example'], credentials: true }))
// ruleid: javascript-cors-any
app.use(cors({ origin: '*' }))
// ok: javascript-cors-any
app.use(cors({ origin: 'https://app.example' }))
// ruleid: javascript-csrf-off
configure({ csrf: false })
// ok: javascript-csrf-off
configure({ csrf: true })
// ruleid: javascript-helmet-off
app.use(helmet({ contentSecurityPolicy: false }))
// ok: javascript-helmet-off
app.use(helmet())
// ruleid: javascript-csp-unsafe
policy({ scriptSrc: ["'self'", "'unsafe-inline'"] })
// ok: javascript-csp-unsafe
policy({ scriptSrc: ["'self'"] })
// ruleid: javascript-graphql-open
new ApolloServer({ schema, introspection: true })
// ok: javascript-graphql-open
new ApolloServer({ schema, introspection: development })
// ruleid: javascript-served-folder
app.use(express.static(__dirname))
// ok: javascript-served-folder
app.use(express.static('public'))
// ruleid: javascript-node-in-page
new BrowserWindow({ webPreferences: { nodeIntegration: true } })
// ok: javascript-node-in-page
new BrowserWindow({ webPreferences: { nodeIntegration: false } })
// ruleid: javascript-listen-debugger
inspector.open(9229, '0.0.0.0')
// ok: javascript-listen-debugger
inspector.open(9229, '127.0.0.1')
// ruleid: javascript-body-without-limit
app.use(express.json({ limit: '500mb' }))
// ok: javascript-body-without-limit
app.use(express.json({ limit: '1mb' }))

// Other frameworks.
app.get('/cookies', async (ctx) => {
  // ruleid: javascript-cookie-not-secure
  ctx.cookies.set('kind', value, { httpOnly: false })
  // ok: javascript-cookie-not-secure
  ctx.cookies.set('XSRF-TOKEN', value, { httpOnly: false })
  // ruleid: javascript-cookie-without-flags
  setCookie(ctx, 'session', value)
  // ruleid: javascript-cookie-without-flags
  cookies().set('auth_token', value, { path: '/' })
  // ok: javascript-cookie-without-flags
  cookies().set('auth_token', value, { httpOnly: true, secure: true })
  // ok: javascript-cookie-without-flags
  setCookie(ctx, 'theme', value)
})
// ruleid: javascript-cookie-not-secure
server.state('kind', { isHttpOnly: false })
// ruleid: javascript-session-secret-in-code
koa.keys = ['a secret of the tests']
// ok: javascript-session-secret-in-code
koa.keys = [process.env.COOKIE_KEY]
// ruleid: javascript-session-secret-in-code
createCookieSessionStorage({ cookie: { name: 'a', secrets: ['a secret of the tests'] } })
// ruleid: javascript-cors-any, javascript-cors-any-with-credentials
new Server(3000, { cors: { origin: '*', credentials: true } })
// ruleid: javascript-cors-any
const headers = { 'Access-Control-Allow-Origin': '*' }
// ruleid: javascript-any-image-host
module.exports = { images: { remotePatterns: [{ protocol: 'https', hostname: '**' }] } }
// ok: javascript-any-image-host
module.exports = { images: { remotePatterns: [{ protocol: 'https', hostname: 'images.app.example' }] } }
// ruleid: javascript-svg-as-page
const images = { dangerouslyAllowSVG: true }
// ok: javascript-svg-as-page
const attached = { dangerouslyAllowSVG: true, contentDispositionType: 'attachment', contentSecurityPolicy: "script-src 'none'" }
// ruleid: javascript-archive-kept-paths
await tar.x({ file: 'a.tar', preservePaths: true })
// ok: javascript-archive-kept-paths
await tar.x({ file: 'a.tar', C: 'files' })
// ruleid: javascript-graphql-open
createYoga({ schema, graphiql: true })
