import { Controller, Get, Query } from '@nestjs/common'
import { html } from 'hono/html'
import { NextResponse } from 'next/server'
import { permanentRedirect, redirect } from 'next/navigation'

export async function GET(request: Request) {
  const { searchParams, pathname } = new URL(request.url)
  const name = searchParams.get('name')
  if (name === 'home') {
    // ruleid: javascript-open-redirect
    redirect(searchParams.get('next'))
  }
  if (name === 'old') {
    // ruleid: javascript-open-redirect
    permanentRedirect(searchParams.get('next'))
  }
  if (name === 'other') {
    // ruleid: javascript-open-redirect
    return NextResponse.redirect(new URL(searchParams.get('next'), request.url))
  }
  if (name === 'login') {
    // ok: javascript-open-redirect
    return NextResponse.redirect(new URL('/login', request.url))
  }
  // ruleid: javascript-xss
  return new NextResponse(`<p>${name}</p>`, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

export const middleware = (req) => {
  const url = req.nextUrl.clone()
  url.pathname = '/login'
  // ok: javascript-open-redirect
  return NextResponse.redirect(url)
}

export const secure = (req, res) => {
  // ok: javascript-open-redirect
  res.redirect('https://' + req.headers.host + req.url)
  // ok: javascript-open-redirect
  res.redirect(`https://app.example${req.originalUrl}`)
}

export default async function Page({ searchParams }) {
  const { intro } = await searchParams
  // ruleid: javascript-xss
  return <div dangerouslySetInnerHTML={{ __html: intro }} />
}

@Controller()
export class Pages {
  @Get('hello')
  hello(@Query('name') name: string) {
    // ruleid: javascript-xss
    return `<h1>${name}</h1>`
  }

  @Get('data')
  data(@Query('name') name: string) {
    // ok: javascript-xss
    return { name }
  }
}

server.route({
  handler: (request, h) => {
    // ruleid: javascript-xss
    return h.response('<p>' + request.query.name + '</p>')
  },
})

app.get('/c', (c) => {
  if (c.req.query('raw')) {
    // ruleid: javascript-xss
    return c.html(`<p>${c.req.query('name')}</p>`)
  }
  // ok: javascript-xss
  return c.html(html`<p>${c.req.query('name')}</p>`)
})

app.get('/f', async (request, reply) => {
  // ruleid: javascript-xss
  reply.type('text/html').send(`<p>${request.query.name}</p>`)
  // ok: javascript-xss
  reply.send(request.query.name)
})

export const handler = async (event) => {
  // ruleid: javascript-open-redirect
  return { statusCode: 302, headers: { Location: event.queryStringParameters.next } }
}

export const page = async (event) => {
  // ruleid: javascript-xss
  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: `<p>${event.queryStringParameters.name}</p>` }
}

export default defineEventHandler(async (event) => {
  // ruleid: javascript-open-redirect
  return sendRedirect(event, getQuery(event).next)
})

router.get('/k', async (ctx) => {
  const page = `<p>${ctx.query.name}</p>`
  // ruleid: javascript-xss
  ctx.body = page
  // ok: javascript-xss
  ctx.body = { name: ctx.query.name }
  // ruleid: javascript-http-header-injection
  ctx.set('Content-Security-Policy', ctx.query.policy)
})

app.post('/n', (req, res) => {
  const { name } = req.body
  // ruleid: javascript-xss
  res.send(`<p>${name}</p>`)
})

export const slash = (request: Request) => {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(0, -1)
  if (url.searchParams.has('next')) {
    // ruleid: javascript-open-redirect
    return Response.redirect(url.searchParams.get('next'))
  }
  // ok: javascript-open-redirect
  return Response.redirect(url.toString(), 301)
}
