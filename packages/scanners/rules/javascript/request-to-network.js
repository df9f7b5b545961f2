const axios = require('axios')
const https = require('node:https')
const get = require('axios').get

app.get('/preview', async (req, res) => {
  // ruleid: javascript-request-to-network
  const page = await axios.get(req.query.url)
  // ruleid: javascript-request-to-network
  await fetch(req.query.url)
  // ruleid: javascript-request-to-network
  await fetch(req.query.address)
  // ruleid: javascript-request-to-network
  await fetch(new Request(req.body.url), { method: 'POST' })
  // ruleid: javascript-request-to-network
  await fetch(new URL('/status', req.query.url))
  // ok: javascript-request-to-network
  await fetch(new URL('/status', req.url))
  // ruleid: javascript-request-to-network
  const other = await fetch('https://' + req.query.host + '/status')
  // ruleid: javascript-request-to-network
  https.request({ hostname: req.query.host, path: '/' }, done)
  // ok: javascript-request-to-network
  const fixed = await fetch('https://api.example/items/' + req.params.id)
  // ok: javascript-request-to-network
  const quoted = await fetch(`https://api.example/items/${req.params.id}`)
  // ok: javascript-request-to-network
  const chosen = await fetch(SERVERS[req.query.server])
  // ok: javascript-request-to-network
  const posted = await axios.post('https://api.example/items', req.body)
  // ruleid: javascript-request-to-network
  const alias = await get(req.query.address)
  res.json([page, other, fixed, quoted, chosen, posted, alias])
})

app.get('/allowed', async (req, res) => {
  const url = new URL(req.query.url)
  if (!['api.example', 'cdn.example'].includes(url.hostname)) return res.sendStatus(400)
  // ok: javascript-request-to-network
  res.json(await fetch(url))
})

async function load(address) {
  const url = new URL(address)
  // ruleid: javascript-request-to-network
  return (await fetch(url.href)).text()
}
app.post('/load', async (req, res) => res.json(await load(req.body.address)))

app.post('/contact', (req, res) => {
  // ruleid: javascript-request-to-mail
  mailer.sendMail({ from: req.body.from, to: 'desk@example.org', text: req.body.text })
  // ok: javascript-request-to-mail
  mailer.sendMail({ from: 'site@example.org', to: 'desk@example.org', text: req.body.text })
  res.end()
})
