const express = require('express')
const escapeHtml = require('escape-html')
const app = express()

app.get('/hello', (req, res) => {
  // ruleid: javascript-request-to-page
  res.send('<h1>Hello ' + req.query.name + '</h1>')
  // ruleid: javascript-request-to-page
  res.status(404).send(`No such page: ${req.originalUrl}`)
  // ok: javascript-request-to-page
  res.send(`<h1>Hello ${escapeHtml(req.query.name)}</h1>`)
  // ok: javascript-request-to-page
  res.json({ name: req.query.name })
  // ok: javascript-request-to-page
  res.type('text/plain').send(req.query.name)
  // ok: javascript-request-to-page
  res.send({ name: req.query.name })
})

const page = (title) => `<title>${title}</title>`
app.get('/title', (req, res) => {
  const html = page(req.query.title)
  // ruleid: javascript-request-to-page
  res.send(html)
  // ok: javascript-request-to-page
  res.send(page('Home'))
})

router.get('/koa', (ctx) => {
  // ruleid: javascript-request-to-page
  ctx.body = `<p>${ctx.query.name}</p>`
  // ok: javascript-request-to-page
  ctx.body = { name: ctx.query.name }
})

app.get('/user', async (req, res) => {
  const user = await database.users.find(req.query.id)
  // ok: javascript-request-to-page
  res.send(user)
})

app.get('/go', (req, res) => {
  const to = req.query.next
  // ruleid: javascript-request-to-redirect
  res.redirect(to)
  // ruleid: javascript-request-to-redirect
  res.redirect(302, req.query.next || '/')
  // ruleid: javascript-request-to-redirect
  res.redirect(req.query.url)
  // ruleid: javascript-request-to-redirect
  res.redirect(req.query.next)
  // ruleid: javascript-request-to-redirect
  res.redirect(req.body.originalUrl)
  // ruleid: javascript-request-to-redirect
  res.redirect(301, req.query.url)
  // ruleid: javascript-request-to-redirect
  res.redirect('' + req.query.path)
  // ruleid: javascript-request-to-redirect
  res.redirect(new URL('/home', req.query.url))
  const parsed = new URL(req.query.url, 'https://app.example')
  // ruleid: javascript-request-to-redirect
  res.redirect(parsed.href)
  // ok: javascript-request-to-redirect
  res.redirect(req.url)
  // ok: javascript-request-to-redirect
  res.redirect(req.originalUrl)
  // ok: javascript-request-to-redirect
  res.redirect('/search?q=' + encodeURIComponent(req.query.q))
  // ok: javascript-request-to-redirect
  res.redirect('/home')
  // ok: javascript-request-to-redirect
  res.redirect('/users/' + req.params.id)
  // ok: javascript-request-to-redirect
  res.redirect(PLACES[req.query.place] ?? '/')
})

app.get('/header', (req, res) => {
  // ruleid: javascript-request-to-header
  res.setHeader(req.query.name, 'x')
  // ruleid: javascript-request-to-header
  res.set('Content-Type', req.query.type)
  // ok: javascript-request-to-header
  res.set('X-Request', req.query.id)
  // ruleid: javascript-request-to-cors
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin)
  const from = req.get('Origin')
  // ruleid: javascript-request-to-cors
  res.header('Access-Control-Allow-Origin', from)
  if (!ORIGINS.has(from)) return res.end()
  // ok: javascript-request-to-cors
  res.header('Access-Control-Allow-Origin', from)
  // ok: javascript-request-to-cors
  res.header('Access-Control-Allow-Origin', 'https://app.example')
})

app.use((error, req, res, next) => {
  // ruleid: javascript-error-to-user
  res.status(500).send(error.stack)
  const stack = error.stack
  // ruleid: javascript-error-to-user
  res.json({ error: stack })
  // ok: javascript-error-to-user
  res.json({ error: 'It failed.' })
  // ok: javascript-error-to-user
  log(error.stack)
})
