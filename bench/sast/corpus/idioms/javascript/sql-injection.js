import express from 'express'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import { Sequelize, QueryTypes } from 'sequelize'
import knexOf from 'knex'
const app = express()
const pool = new Pool()
const db = mysql.createPool({})
const sequelize = new Sequelize('sqlite::memory:')
const knex = knexOf({ client: 'pg' })
//// weak
app.get('/user', async (req, res) => {
  const { rows } = await pool.query(`SELECT * FROM users WHERE name = '${req.query.name}'`)
  res.json(rows)
})
//// safe
app.get('/user', async (req, res) => {
  const { rows } = await pool.query('SELECT * FROM users WHERE name = $1', [req.query.name])
  res.json(rows)
})
//// weak
app.get('/order/:id', async (req, res) => {
  const [rows] = await db.execute('SELECT * FROM orders WHERE id = ' + req.params.id)
  res.json(rows)
})
//// safe
app.get('/order/:id', async (req, res) => {
  const [rows] = await db.execute('SELECT * FROM orders WHERE id = ?', [req.params.id])
  res.json(rows)
})
//// weak
app.post('/search', async (req, res) => {
  const found = await sequelize.query("SELECT * FROM items WHERE title LIKE '%" + req.body.text + "%'", { type: QueryTypes.SELECT })
  res.json(found)
})
//// safe
app.post('/search', async (req, res) => {
  const found = await sequelize.query('SELECT * FROM items WHERE title LIKE :text', { type: QueryTypes.SELECT, replacements: { text: `%${req.body.text}%` } })
  res.json(found)
})
//// weak
app.get('/list', async (req, res) => {
  res.json(await knex('items').orderByRaw(`${req.query.sort} desc`))
})
//// safe
app.get('/list', async (req, res) => {
  const sort = ['title', 'price'].includes(req.query.sort) ? req.query.sort : 'title'
  res.json(await knex('items').orderByRaw(`${sort} desc`))
})
