const axios = require('axios')
const https = require('node:https')
const get = require('axios').get

app.get('/preview', async (req, res) => {
  // ruleid: javascript-ssrf
  const page = await axios.get(req.query.url)
  // ruleid: javascript-ssrf
  await fetch(req.query.url)
  // ruleid: javascript-ssrf
  await fetch(req.query.address)
  // ruleid: javascript-ssrf
  await fetch(new Request(req.body.url), { method: 'POST' })
  // ruleid: javascript-ssrf
  await fetch(new URL('/status', req.query.url))
  // ok: javascript-ssrf
  await fetch(new URL('/status', req.url))
  // ruleid: javascript-ssrf
  const other = await fetch('https://' + req.query.host + '/status')
  // ruleid: javascript-ssrf
  https.request({ hostname: req.query.host, path: '/' }, done)
  // ok: javascript-ssrf
  const fixed = await fetch('https://api.example/items/' + req.params.id)
  // ok: javascript-ssrf
  const quoted = await fetch(`https://api.example/items/${req.params.id}`)
  // ok: javascript-ssrf
  const chosen = await fetch(SERVERS[req.query.server])
  // ok: javascript-ssrf
  const posted = await axios.post('https://api.example/items', req.body)
  // ruleid: javascript-ssrf
  const alias = await get(req.query.address)
  res.json([page, other, fixed, quoted, chosen, posted, alias])
})

app.get('/allowed', async (req, res) => {
  const url = new URL(req.query.url)
  if (!['api.example', 'cdn.example'].includes(url.hostname)) return res.sendStatus(400)
  // ok: javascript-ssrf
  res.json(await fetch(url))
})

async function load(address) {
  const url = new URL(address)
  // ruleid: javascript-ssrf
  return (await fetch(url.href)).text()
}
app.post('/load', async (req, res) => res.json(await load(req.body.address)))

app.post('/contact', (req, res) => {
  // ruleid: javascript-email-header-injection
  mailer.sendMail({ from: req.body.from, to: 'desk@example.org', text: req.body.text })
  // ok: javascript-email-header-injection
  mailer.sendMail({ from: 'site@example.org', to: 'desk@example.org', text: req.body.text })
  res.end()
})
