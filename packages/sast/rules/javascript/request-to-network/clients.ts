import axios from 'axios'
import got from 'got'
import http2 from 'node:http2'
import { request } from 'undici'
import { createProxyMiddleware } from 'http-proxy-middleware'

export async function GET(req: Request) {
  const { searchParams } = new URL(req.url)
  const to = searchParams.get('to')
  // ruleid: javascript-ssrf
  await request(to)
  // ruleid: javascript-ssrf
  const client = axios.create({ baseURL: to })
  // ruleid: javascript-ssrf
  await got({ url: to })
  // ruleid: javascript-ssrf
  await axios.request({ method: 'GET', url: to })
  const url = to
  // ruleid: javascript-ssrf
  await axios({ url })
  // ruleid: javascript-ssrf
  http2.connect(to)
  // ruleid: javascript-ssrf
  createProxyMiddleware({ target: to })
  // ruleid: javascript-ssrf
  await fetch(new Request(to))
  // ruleid: javascript-ssrf
  new EventSource(to)
  // ok: javascript-ssrf
  await fetch(req.url)
  // ok: javascript-ssrf
  await fetch(new URL('/status', req.url))
  // ok: javascript-ssrf
  await client.get('/status', { params: { to } })
  // ok: javascript-ssrf
  await axios({ url: 'https://api.example/', data: to })
  // ok: javascript-ssrf
  await fetch('https://api.example/items', { body: JSON.stringify({ to }) })
}

export class Hooks {
  constructor(private readonly httpService: HttpService) {}

  async send(@Body() hook: Hook, mailer: Mailer) {
    // ruleid: javascript-ssrf
    await this.httpService.post(hook.url, {})
    // ok: javascript-ssrf
    await this.httpService.post('https://api.example/', hook)
    // ruleid: javascript-email-header-injection
    await mailer.emails.send({ to: 'owner@app.example', html: `<p>${hook.text}</p>` })
    // ok: javascript-email-header-injection
    await mailer.emails.send({ to: 'owner@app.example', text: hook.text })
  }
}
