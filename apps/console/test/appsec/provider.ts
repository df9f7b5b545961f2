import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Provider {
  readonly issuer: string
  /** Claims of the current user at the provider. */
  person: Readonly<Record<string, unknown>>
  close(): void
}

interface Begun {
  readonly challenge: string
  readonly nonce: string
  readonly person: Provider['person']
}

const inBase64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Starts an OpenID Connect provider on loopback with a consent page, and tokens after consent. */
export async function startProvider(clientId: string): Promise<Provider> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const started = new Map<string, Begun>()
  const tokenFor = ({ nonce, person }: Begun): string => {
    const now_s = Math.floor(Date.now() / 1_000)
    const claims = { iss: provider.issuer, aud: clientId, iat: now_s, exp: now_s + 300, nonce, ...person }
    const text = `${inBase64Url({ alg: 'ES256', kid: 'one' })}.${inBase64Url(claims)}`
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }
  const authorize = (uRLSearchParams: URLSearchParams, response: ServerResponse): void => {
    const code = randomUUID()
    const [challenge = '', nonce = ''] = ['code_challenge', 'nonce'].map((name) => uRLSearchParams.get(name) ?? '')
    started.set(code, { challenge, nonce, person: provider.person })
    const back = `${uRLSearchParams.get('redirect_uri')}?code=${code}&amp;state=${uRLSearchParams.get('state')}`
    response.setHeader('content-type', 'text/html').end(`<title>Provider</title><a href="${back}">I agree</a>`)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.issuer)
    const send = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body, undefined, 1))
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/jwks') return void send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] })
    if (pathname === '/token') {
      const form = new URLSearchParams(await new Response(request).text())
      const item = started.get(form.get('code') ?? '')
      const digest = createHash('sha256').update(form.get('code_verifier') ?? '')
      if (item === undefined || item.challenge !== digest.digest('base64url')) return void response.writeHead(400).end()
      return void send({ id_token: tokenFor(item), token_type: 'Bearer', access_token: 'none' })
    }
    const { issuer } = provider
    send({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    })
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: Provider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: {},
    close: () => void server.close(),
  }
  return provider
}
