import axios from 'axios'
import got from 'got'
import http2 from 'node:http2'
import { request } from 'undici'
import { createProxyMiddleware } from 'http-proxy-middleware'

export async function GET(req: Request) {
  const { searchParams } = new URL(req.url)
  const to = searchParams.get('to')
  // ruleid: javascript-request-to-network
  await request(to)
  // ruleid: javascript-request-to-network
  const client = axios.create({ baseURL: to })
  // ruleid: javascript-request-to-network
  await got({ url: to })
  // ruleid: javascript-request-to-network
  await axios.request({ method: 'GET', url: to })
  const url = to
  // ruleid: javascript-request-to-network
  await axios({ url })
  // ruleid: javascript-request-to-network
  http2.connect(to)
  // ruleid: javascript-request-to-network
  createProxyMiddleware({ target: to })
  // ruleid: javascript-request-to-network
  await fetch(new Request(to))
  // ruleid: javascript-request-to-network
  new EventSource(to)
  // ok: javascript-request-to-network
  await fetch(req.url)
  // ok: javascript-request-to-network
  await fetch(new URL('/status', req.url))
  // ok: javascript-request-to-network
  await client.get('/status', { params: { to } })
  // ok: javascript-request-to-network
  await axios({ url: 'https://api.example/', data: to })
  // ok: javascript-request-to-network
  await fetch('https://api.example/items', { body: JSON.stringify({ to }) })
}

export class Hooks {
  constructor(private readonly httpService: HttpService) {}

  async send(@Body() hook: Hook, mailer: Mailer) {
    // ruleid: javascript-request-to-network
    await this.httpService.post(hook.url, {})
    // ok: javascript-request-to-network
    await this.httpService.post('https://api.example/', hook)
    // ruleid: javascript-request-to-mail
    await mailer.emails.send({ to: 'owner@app.example', html: `<p>${hook.text}</p>` })
    // ok: javascript-request-to-mail
    await mailer.emails.send({ to: 'owner@app.example', text: hook.text })
  }
}
