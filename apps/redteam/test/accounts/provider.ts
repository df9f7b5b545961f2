import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Differences of a token from a valid one. */
export interface Changes {
  readonly audience?: string | string[]
  readonly issuer?: string
  readonly expires?: string | number
  readonly notBefore?: string
  readonly type?: string
  /** Signed by a key that the provider does not have. */
  readonly byOtherKey?: boolean
  /** Signed with the provider's public key as a shared secret. */
  readonly byPublicKey?: boolean
  readonly without?: 'sub' | 'exp'
}

export interface Provider {
  readonly issuer: string
  token(claims: JWTPayload, changes?: Changes): Promise<string>
  /** Signs further tokens with a new key and a new key id. */
  rotate(): Promise<void>
  /** Whether it answers. */
  up: boolean
  /** Number of key requests. */
  readonly asked: { keys: number }
  close(): Promise<void>
}

/** Starts an OpenID Connect provider on loopback that issues tokens. */
export async function startProvider(audience: string): Promise<Provider> {
  const pair = () => generateKeyPair('ES256', { extractable: true })
  let own = await pair()
  let version = 1
  const other = await pair()
  const asked = { keys: 0 }
  const jwk = async () => ({ ...(await exportJWK(own.publicKey)), kid: `key-${version}`, alg: 'ES256' })

  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!provider.up) send(503, {})
    else if (request.url === '/.well-known/openid-configuration') {
      send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      })
    } else {
      asked.keys += 1
      void jwk().then((key) => send(200, { keys: [key] }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function signed(claims: JWTPayload, changes: Changes): Promise<string> {
    const isShared = changes.byPublicKey === true
    const token = new SignJWT(changes.without === 'sub' ? claims : { sub: 'ann', ...claims })
      .setProtectedHeader({
        alg: isShared ? 'HS256' : 'ES256',
        kid: `key-${version}`,
        ...(changes.type === undefined ? {} : { typ: changes.type }),
      })
      .setIssuer(changes.issuer ?? issuer)
      .setAudience(changes.audience ?? audience)
      .setIssuedAt()
    if (changes.without !== 'exp') token.setExpirationTime(changes.expires ?? '5m')
    if (changes.notBefore !== undefined) token.setNotBefore(changes.notBefore)
    if (isShared) return token.sign(new TextEncoder().encode(JSON.stringify(await jwk())))
    return token.sign(changes.byOtherKey === true ? other.privateKey : own.privateKey)
  }

  const provider: Provider = {
    issuer,
    asked,
    up: true,
    token: (claims, changes = {}) => signed(claims, changes),
    async rotate() {
      own = await pair()
      version += 1
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return provider
}
