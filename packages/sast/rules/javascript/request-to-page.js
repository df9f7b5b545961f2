const express = require('express')
const escapeHtml = require('escape-html')
const app = express()

app.get('/hello', (req, res) => {
  // ruleid: javascript-xss
  res.send('<h1>Hello ' + req.query.name + '</h1>')
  // ruleid: javascript-xss
  res.status(404).send(`No such page: ${req.originalUrl}`)
  // ok: javascript-xss
  res.send(`<h1>Hello ${escapeHtml(req.query.name)}</h1>`)
  // ok: javascript-xss
  res.json({ name: req.query.name })
  // ok: javascript-xss
  res.type('text/plain').send(req.query.name)
  // ok: javascript-xss
  res.send({ name: req.query.name })
})

const page = (title) => `<title>${title}</title>`
app.get('/title', (req, res) => {
  const html = page(req.query.title)
  // ruleid: javascript-xss
  res.send(html)
  // ok: javascript-xss
  res.send(page('Home'))
})

router.get('/koa', (ctx) => {
  // ruleid: javascript-xss
  ctx.body = `<p>${ctx.query.name}</p>`
  // ok: javascript-xss
  ctx.body = { name: ctx.query.name }
})

app.get('/user', async (req, res) => {
  const user = await database.users.find(req.query.id)
  // ok: javascript-xss
  res.send(user)
})

app.get('/go', (req, res) => {
  const to = req.query.next
  // ruleid: javascript-open-redirect
  res.redirect(to)
  // ruleid: javascript-open-redirect
  res.redirect(302, req.query.next || '/')
  // ruleid: javascript-open-redirect
  res.redirect(req.query.url)
  // ruleid: javascript-open-redirect
  res.redirect(req.query.next)
  // ruleid: javascript-open-redirect
  res.redirect(req.body.originalUrl)
  // ruleid: javascript-open-redirect
  res.redirect(301, req.query.url)
  // ruleid: javascript-open-redirect
  res.redirect('' + req.query.path)
  // ruleid: javascript-open-redirect
  res.redirect(new URL('/home', req.query.url))
  const parsed = new URL(req.query.url, 'https://app.example')
  // ruleid: javascript-open-redirect
  res.redirect(parsed.href)
  // ok: javascript-open-redirect
  res.redirect(req.url)
  // ok: javascript-open-redirect
  res.redirect(req.originalUrl)
  // ok: javascript-open-redirect
  res.redirect('/search?q=' + encodeURIComponent(req.query.q))
  // ok: javascript-open-redirect
  res.redirect('/home')
  // ok: javascript-open-redirect
  res.redirect('/users/' + req.params.id)
  // ok: javascript-open-redirect
  res.redirect(PLACES[req.query.place] ?? '/')
})

app.get('/header', (req, res) => {
  // ruleid: javascript-http-header-injection
  res.setHeader(req.query.name, 'x')
  // ruleid: javascript-http-header-injection
  res.set('Content-Type', req.query.type)
  // ok: javascript-http-header-injection
  res.set('X-Request', req.query.id)
  // ruleid: javascript-cors-reflected-origin
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin)
  const from = req.get('Origin')
  // ruleid: javascript-cors-reflected-origin
  res.header('Access-Control-Allow-Origin', from)
  if (!ORIGINS.has(from)) return res.end()
  // ok: javascript-cors-reflected-origin
  res.header('Access-Control-Allow-Origin', from)
  // ok: javascript-cors-reflected-origin
  res.header('Access-Control-Allow-Origin', 'https://app.example')
})

app.use((error, req, res, next) => {
  // ruleid: javascript-error-details-exposed
  res.status(500).send(error.stack)
  const stack = error.stack
  // ruleid: javascript-error-details-exposed
  res.json({ error: stack })
  // ok: javascript-error-details-exposed
  res.json({ error: 'It failed.' })
  // ok: javascript-error-details-exposed
  log(error.stack)
})
