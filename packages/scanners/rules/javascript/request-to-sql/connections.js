const mysql = require('mysql2/promise')
const Database = require('better-sqlite3')
const express = require('express')
const app = express()
const store = new Database('shop.db')
const pages = new Pages()

app.get('/one', async (req, res) => {
  const c = await mysql.createConnection({})
  // ruleid: javascript-request-to-sql
  await c.execute('select * from t where id=' + req.query.id)
  // ok: javascript-request-to-sql
  await c.execute('select * from t where id=?', [req.query.id])
  // ruleid: javascript-request-to-sql
  store.prepare('select * from t where a=' + req.query.a).all()
  // ok: javascript-request-to-sql
  pages.get('/page/' + req.query.a)
})
