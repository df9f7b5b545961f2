import express from 'express'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Koa from 'koa'
import send from 'koa-send'
const app = express()
const ROOT = '/srv/files'
//// weak
app.get('/file', (req, res) => {
  res.send(fs.readFileSync(path.join(ROOT, req.query.name)))
})
//// safe
app.get('/file', (req, res) => {
  res.send(fs.readFileSync(path.join(ROOT, path.basename(req.query.name))))
})
//// weak
app.get('/download/:name', (req, res) => res.sendFile(`${ROOT}/${req.params.name}`))
//// safe
app.get('/download/:name', (req, res) => res.sendFile(req.params.name, { root: ROOT }))
//// weak
const koa = new Koa()
koa.use(async (ctx) => {
  ctx.body = await readFile(path.resolve(ROOT, ctx.query.file), 'utf8')
})
//// safe
const koa = new Koa()
koa.use(async (ctx) => {
  const full = path.resolve(ROOT, ctx.query.file)
  if (!full.startsWith(ROOT + path.sep)) ctx.throw(403)
  ctx.body = await readFile(full, 'utf8')
})
//// weak
app.post('/export', (request, response) => {
  const { target } = request.body
  fs.createWriteStream(ROOT + '/' + target).end('done')
  response.end()
})
//// safe
app.post('/export', (request, response) => {
  const { target } = request.body
  const names = { day: 'day.csv', week: 'week.csv' }
  fs.createWriteStream(ROOT + '/' + (names[target] ?? 'day.csv')).end('done')
  response.end()
})
