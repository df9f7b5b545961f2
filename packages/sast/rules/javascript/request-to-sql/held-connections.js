const axios = require('axios'), Database = require('better-sqlite3'), express = require('express')
const sqlite3 = require('sqlite3')
const app = express(), api = axios.create({ timeout: 1000 }), store = new Database('y.db')
const third = Database('y.db')
const fourth = new sqlite3.Database(':memory:')
const cache = new Cache()
// ruleid: javascript-sql-injection
app.get('/3', (req, res) => { store.prepare('select * from t where a=' + req.query.u).all() })
// ruleid: javascript-sql-injection
app.get('/4', (req, res) => { store.exec('delete from t where a=' + req.query.u) })
// ruleid: javascript-sql-injection
app.get('/6', (req, res) => { third.exec('delete from t where a=' + req.query.u) })
// ruleid: javascript-sql-injection
app.get('/7', (req, res) => { fourth.run('delete from t where a=' + req.query.u) })
// ok: javascript-sql-injection
app.get('/8', (req, res) => { cache.get('delete from t where a=' + req.query.u) })

app.get('/9', async (req, res) => {
  const c = await createConnection({})
  // ruleid: javascript-sql-injection
  await c.execute('select * from t where id=' + req.query.id)
  // ok: javascript-sql-injection
  await c.execute('select * from t where id=?', [req.query.id])
})
