const { Pool } = require('pg')
const xpath = require('xpath')
const knex = require('knex')(settings)
const pool = new Pool()
const db = new Database('data.db')

app.get('/orders', async (req, res) => {
  const { id, sort } = req.query
  // ruleid: javascript-sql-injection
  await pool.query('select * from orders where id = ' + id)
  // ruleid: javascript-sql-injection
  await pool.query({ text: `select * from orders order by ${sort}`, values: [] })
  // ok: javascript-sql-injection
  await pool.query('select * from orders where id = $1', [id])
  // ok: javascript-sql-injection
  await pool.query({ text: 'select * from orders where id = $1', values: [req.query.id] })
  // ruleid: javascript-sql-injection
  await knex('orders').whereRaw(`id = ${id}`)
  // ok: javascript-sql-injection
  await knex('orders').whereRaw('id = ?', [id])
  // ok: javascript-sql-injection
  await knex('orders').where({ id })
  // ruleid: javascript-sql-injection
  db.prepare(`select * from orders where id = '${id}'`).all()
  // ok: javascript-sql-injection
  db.prepare('select * from orders where id = ?').all(id)
  // ruleid: javascript-sql-injection
  await prisma.$queryRawUnsafe(`select * from orders where id = ${id}`)
  // ok: javascript-sql-injection
  await prisma.$queryRaw`select * from orders where id = ${id}`
  // ruleid: javascript-sql-injection
  await builder.where(`order.id = ${id}`).getMany()
  // ok: javascript-sql-injection
  await builder.where('order.id = :id', { id }).getMany()
  // ok: javascript-sql-injection
  await pool.query('select * from orders limit ' + Number(req.query.count))
  // ok: javascript-sql-injection
  await pool.query('select * from orders where id = ' + pool.escape(id))
  // ok: javascript-sql-injection
  res.json(await apollo.query({ query: ORDERS, variables: req.body }))
})

const COLUMNS = { name: 'name', day: 'created_at' }
app.get('/sorted', async (req, res) => {
  const column = COLUMNS[req.query.sort] ?? 'name'
  // ok: javascript-sql-injection
  await pool.query(`select * from orders order by ${column}`)
  const order = req.query.order
  if (!['asc', 'desc'].includes(order)) return res.status(400).end()
  // ok: javascript-sql-injection
  res.json(await pool.query(`select * from orders order by name ${order}`))
})

function query(text) {
  // ruleid: javascript-sql-injection
  return pool.query(text)
}
app.delete('/orders/:id', (a, b) => {
  query(`delete from orders where id = '${a.params.id}'`).then(() => b.sendStatus(204))
})

app.post('/login', async (req, res) => {
  // ruleid: javascript-nosql-injection
  const user = await User.findOne({ email: req.body.email, password: req.body.password })
  // ruleid: javascript-nosql-injection
  const all = await User.find(req.query)
  // ok: javascript-nosql-injection
  const safe = await User.findOne({ email: String(req.body.email) })
  // ok: javascript-nosql-injection
  const same = await User.findOne({ email: { $eq: req.body.email } })
  // ok: javascript-nosql-injection
  const listed = users.find((one) => one.email === req.body.email)
  const wanted = Schema.parse(req.body)
  // ok: javascript-nosql-injection
  const known = await User.findOne({ email: wanted.email })
  // ok: javascript-nosql-injection
  const sql = await User.findOne({ where: { email: req.body.email } })
  // ruleid: javascript-nosql-injection-server-side-javascript
  const old = await User.find({ $where: 'this.age > ' + req.query.age })
  // ok: javascript-nosql-injection-server-side-javascript
  const young = await User.find({ age: { $lt: Number(req.query.age) } })
  res.json([user, all, safe, same, listed, known, sql, old, young])
})

app.delete('/users', async (req, res) => {
  const { email } = req.body
  // ruleid: javascript-nosql-injection
  res.json(await db.collection('users').deleteMany({ email }))
})

app.get('/person', (req, res) => {
  const name = req.query.name
  // ruleid: javascript-ldap-injection
  ldapClient.search('dc=example', { filter: `(uid=${name})` }, done)
  // ok: javascript-ldap-injection
  ldapClient.search('dc=example', { filter: `(uid=${ldap.escapeFilter(name)})` }, done)
  // ruleid: javascript-xpath-injection
  const found = xpath.select(`//person[@name='${name}']`, doc)
  // ok: javascript-xpath-injection
  const all = xpath.select('//person', doc)
  res.json([found, all])
})
