// Weak on purpose: the quick start scans this file.
import { exec } from 'node:child_process'
import https from 'node:https'
import express from 'express'
import pg from 'pg'

const db = new pg.Pool()
const app = express()
const warehouse = new https.Agent({ rejectUnauthorized: false })

app.get('/orders', async (request, response) => {
  const { rows } = await db.query(`SELECT * FROM orders WHERE customer = '${request.query.customer}'`)
  response.json(rows)
})

app.get('/ping', (request, response) => {
  exec(`ping -c 1 ${request.query.host}`, (error, output) => response.send(error?.message ?? output))
})

app.get('/debug', (request, response) => response.json(dumpState()))

app.get('/stock', (request, response) => {
  https.get('https://warehouse.example.com/stock', { agent: warehouse }, (stock) => stock.pipe(response))
})

app.listen(8080)
