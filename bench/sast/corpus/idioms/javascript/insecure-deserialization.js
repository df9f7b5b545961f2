import express from 'express'
import serialize from 'node-serialize'
import yaml from 'js-yaml'
import v8 from 'node:v8'
import vm from 'node:vm'
const app = express()
//// weak
app.post('/state', (req, res) => {
  res.json(serialize.unserialize(req.body.state))
})
//// safe
app.post('/state', (req, res) => {
  res.json(JSON.parse(req.body.state))
})
//// weak
app.get('/profile', (req, res) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString()
  res.json(serialize.unserialize(text))
})
//// safe
app.get('/profile', (req, res) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString()
  res.json(JSON.parse(text))
})
//// weak 95
app.post('/state', (req, res) => {
  const state = eval('(' + req.body.state + ')')
  res.json(state)
})
//// safe 95
app.post('/state', (req, res) => {
  const state = JSON.parse('[' + req.body.state + ']')
  res.json(state)
})
//// weak 95
app.post('/config', (req, res) => {
  res.json(vm.runInNewContext(`(${req.body.config})`))
})
//// safe 95
app.post('/config', (req, res) => {
  res.json(yaml.load(req.body.config))
})
