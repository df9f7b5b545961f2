import express from 'express'
import { exec, execSync, spawn, execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fastify from 'fastify'
const app = express()
const server = fastify()
const run = promisify(exec)
//// weak
app.get('/ping', (req, res) => {
  exec(`ping -c 1 ${req.query.host}`, (error, out) => res.send(out))
})
//// safe
app.get('/ping', (req, res) => {
  execFile('ping', ['-c', '1', '--', req.query.host], (error, out) => res.send(out))
})
//// weak
app.post('/archive', (req, res) => {
  const out = execSync('tar czf out.tgz ' + req.body.folder)
  res.send(out)
})
//// safe
app.post('/archive', (req, res) => {
  const folder = Number.parseInt(req.body.folder, 10)
  const out = execSync('tar czf out.tgz ' + folder)
  res.send(out)
})
//// weak
server.get('/lookup', async (request) => {
  const { stdout } = await run('nslookup ' + request.query.name)
  return stdout
})
//// safe
server.get('/lookup', async (request) => {
  if (!/^[a-z0-9.]+$/.test(request.query.name)) throw new Error('name')
  const { stdout } = await run('nslookup ' + request.query.name)
  return stdout
})
//// weak
app.get('/convert', (req, res) => {
  spawn('sh', ['-c', `convert ${req.query.file} out.png`]).stdout.pipe(res)
})
//// safe
app.get('/convert', (req, res) => {
  spawn('convert', ['in.jpg', '-resize', String(Number(req.query.width)), 'out.png']).stdout.pipe(res)
})
