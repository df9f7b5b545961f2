import express from 'express'
import Koa from 'koa'
import fastify from 'fastify'
import { NextResponse } from 'next/server'
const app = express()
const koa = new Koa()
const server = fastify()
//// weak
app.get('/go', (req, res) => res.redirect(req.query.url))
//// safe
app.get('/go', (req, res) => res.redirect('/search?q=' + encodeURIComponent(req.query.url)))
//// weak
app.post('/login', (req, res) => {
  const next = req.body.next || '/'
  res.redirect(302, next)
})
//// safe
app.post('/login', (req, res) => {
  const pages = ['/home', '/account']
  const next = pages.includes(req.body.next) ? req.body.next : '/'
  res.redirect(302, next)
})
//// weak
koa.use((ctx) => {
  ctx.redirect(ctx.query.returnTo)
})
//// safe
koa.use((ctx) => {
  ctx.redirect('/account')
})
//// weak
export function GET(request) {
  const to = request.nextUrl.searchParams.get('to')
  return NextResponse.redirect(to)
}
//// safe
export function GET(request) {
  const to = request.nextUrl.searchParams.get('to')
  return NextResponse.redirect(new URL('/login?from=' + encodeURIComponent(to), 'https://www.example.com'))
}
