import express from 'express'
import axios from 'axios'
import http from 'node:http'
import got from 'got'
const app = express()
//// weak
app.get('/proxy', async (req, res) => {
  const answer = await fetch(req.query.url)
  res.send(await answer.text())
})
//// safe
app.get('/proxy', async (req, res) => {
  const answer = await fetch(`https://api.example.com/items/${encodeURIComponent(req.query.url)}`)
  res.send(await answer.text())
})
//// weak
app.post('/webhook', async (req, res) => {
  await axios.post(req.body.callback, { ok: true })
  res.sendStatus(204)
})
//// safe
app.post('/webhook', async (req, res) => {
  await axios.post('https://hooks.example.com/done', { callback: req.body.callback })
  res.sendStatus(204)
})
//// weak
app.get('/status/:host', (req, res) => {
  http.get(`http://${req.params.host}/health`, (answer) => answer.pipe(res))
})
//// safe
app.get('/status/:host', (req, res) => {
  const hosts = { a: 'a.internal', b: 'b.internal' }
  const host = hosts[req.params.host]
  if (!host) return res.sendStatus(404)
  http.get(`http://${host}/health`, (answer) => answer.pipe(res))
})
//// weak
app.get('/image', async (req, res) => {
  got.stream(new URL(req.query.src)).pipe(res)
})
//// safe
app.get('/image', async (req, res) => {
  const src = new URL(req.query.src)
  if (src.hostname !== 'images.example.com') return res.sendStatus(400)
  got.stream(src).pipe(res)
})
