const mysql = require('mysql2/promise')
const Database = require('better-sqlite3')
const express = require('express')
const app = express()
const store = new Database('shop.db')
const pages = new Pages()

app.get('/one', async (req, res) => {
  const c = await mysql.createConnection({})
  // ruleid: javascript-sql-injection
  await c.execute('select * from t where id=' + req.query.id)
  // ok: javascript-sql-injection
  await c.execute('select * from t where id=?', [req.query.id])
  // ruleid: javascript-sql-injection
  store.prepare('select * from t where a=' + req.query.a).all()
  // ok: javascript-sql-injection
  pages.get('/page/' + req.query.a)
})
