const _ = require('lodash')
const serialize = require('node-serialize')
const libxmljs = require('libxmljs')

app.post('/settings', (req, res) => {
  // ruleid: javascript-prototype-pollution
  settings[req.body.group][req.body.key] = req.body.value
  // ruleid: javascript-prototype-pollution
  _.merge(settings, req.body)
  // ruleid: javascript-prototype-pollution
  _.set(settings, req.query.path, 1)
  // ok: javascript-prototype-pollution
  settings.theme = req.body.theme
  // ok: javascript-prototype-pollution
  _.merge(settings, Settings.parse(req.body))
  const group = req.params.group
  if (group === '__proto__' || group === 'constructor') return res.end()
  // ok: javascript-prototype-pollution
  settings[group].theme = 'dark'
  res.end()
})

app.post('/users', async (req, res) => {
  // ruleid: javascript-mass-assignment
  await User.create(req.body)
  const given = req.body
  // ruleid: javascript-mass-assignment
  await new User(given).save()
  // ruleid: javascript-mass-assignment
  await prisma.user.update({ where: { id: 1 }, data: req.body })
  // ok: javascript-mass-assignment
  await User.create({ name: req.body.name })
  // ok: javascript-mass-assignment
  await User.create(_.pick(req.body, ['name']))
  // ok: javascript-mass-assignment
  res.json(new URLSearchParams(req.body))
})

app.post('/state', (req, res) => {
  // ruleid: javascript-insecure-deserialization
  const state = serialize.unserialize(req.cookies.state)
  // ok: javascript-insecure-deserialization
  const safe = JSON.parse(req.cookies.state)
  // ruleid: javascript-xxe
  const doc = libxmljs.parseXml(req.body, { noent: true })
  // ok: javascript-xxe
  const plain = libxmljs.parseXml(req.body)
  res.json([state, safe, doc, plain])
})

app.get('/search', (req, res) => {
  const word = req.query.word
  // ruleid: javascript-regex-injection
  const found = texts.filter((one) => new RegExp(word).test(one))
  // ok: javascript-regex-injection
  const safe = new RegExp(_.escapeRegExp(word))
  // ruleid: javascript-uncontrolled-resource-consumption
  const bytes = Buffer.alloc(Number(req.query.size))
  // ok: javascript-uncontrolled-resource-consumption
  const few = Buffer.alloc(Math.min(Number(req.query.size), 100))
  // ruleid: javascript-log-injection
  console.log('search for ' + word)
  // ruleid: javascript-log-injection
  console.info(`search for ${req.query.word}`)
  // ok: javascript-log-injection
  console.log('search for', JSON.stringify(word))
  // ok: javascript-log-injection
  console.log('search for ' + word.replace(/[\r\n]+/g, ' '))
  // ok: javascript-log-injection
  console.log('search for ' + word.replaceAll('\n', ' '))
  // ruleid: javascript-log-injection
  console.log('search for ' + word.replace('\n', ' '))
  // ruleid: javascript-log-injection
  console.log('search for ' + word.replaceAll('@', ' at '))
  res.json([found, safe, bytes, few])
})
app.post('/users/:id', (req, res) => {
  // ruleid: javascript-mass-assignment
  pool.query('UPDATE users SET ? WHERE id = ?', [req.body, req.params.id])
  // ruleid: javascript-mass-assignment
  connection.query('INSERT INTO users SET ?', req.body, done)
  // ok: javascript-mass-assignment
  pool.query('UPDATE users SET ? WHERE id = ?', [{ name: req.body.name }, req.params.id])
  // ok: javascript-mass-assignment
  pool.query('UPDATE users SET name = ? WHERE id = ?', [req.body.name, req.params.id])
})
