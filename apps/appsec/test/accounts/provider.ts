import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface Provider {
  readonly issuer: string
  /** Simulates a login at the provider. @returns the redirect URL of the browser. */
  consent(address: string, claims: JWTPayload, changes?: Changes): string
  /** Forms received by the token endpoint, and the client's authentication. */
  readonly asked: { readonly form: URLSearchParams; readonly authorization: string | undefined }[]
  close(): Promise<void>
}

/** Differences of a token from a valid one. */
interface Changes {
  readonly nonce?: string
  readonly audience?: string | string[]
  readonly issuer?: string
  readonly expires?: string
  readonly byOtherKey?: boolean
}

/** Starts an OpenID Connect provider on loopback that enforces PKCE. */
export async function startProvider(clientId: string): Promise<Provider> {
  const [own, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256' }
  const codes = new Map<string, { challenge: string; redirectUri: string; token: () => Promise<string> }>()
  const requests: { form: URLSearchParams; authorization: string | undefined }[] = []

  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      })
    } else if (request.url === '/jwks') send(200, { keys: [jwk] })
    else {
      let text = ''
      request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      request.on('end', () => {
        const form = new URLSearchParams(text)
        requests.push({ form, authorization: request.headers.authorization })
        const code = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        const isRight = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri')
        if (!isRight || code === undefined) send(400, { error: 'invalid_grant' })
        else void code.token().then((id_token) => send(200, { id_token, token_type: 'Bearer', access_token: 'x' }))
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    asked: requests,
    consent(address, claims, changes = {}) {
      const { searchParams } = new URL(address)
      const report = (name: string) => searchParams.get(name) ?? ''
      const code = randomBytes(16).toString('hex')
      const token = () =>
        new SignJWT({ nonce: changes.nonce ?? report('nonce'), ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .setIssuer(changes.issuer ?? issuer)
          .setAudience(changes.audience ?? clientId)
          .setIssuedAt()
          .setExpirationTime(changes.expires ?? '5m')
          .sign(changes.byOtherKey === true ? other.privateKey : own.privateKey)
      codes.set(code, { challenge: report('code_challenge'), redirectUri: report('redirect_uri'), token })
      return `${report('redirect_uri')}?code=${code}&state=${report('state')}`
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
