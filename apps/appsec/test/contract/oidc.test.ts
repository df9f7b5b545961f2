import { SESSION_COOKIE } from '@gatehouse/contracts/appsec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Provider, startProvider } from '../accounts/provider.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const CLIENT_ID = 'gatehouse here'
const CLIENT_SECRET = 'made-up:secret+of-a-client'

let provider: Provider
let service: Served
let admin: Person
beforeAll(async () => {
  provider = await startProvider(CLIENT_ID)
  const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET }
  service = await serve({ env })
  admin = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

interface Answer {
  readonly status: number
  readonly location: string
  readonly cookies: readonly string[]
  readonly text: string
}

/** As a browser would that follows nothing by itself. */
async function visit(address: string, cookie = ''): Promise<Answer> {
  const response = await fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, cookies: response.headers.getSetCookie(), text: await response.text() }
}

const begin = () => visit(`${service.url}/api/auth/oidc`)
const pairOf = ({ cookies }: Answer, name: string) =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? ''

/** Executes the complete login of one person. */
async function signIn(...texts: Parameters<Provider['consent']> extends [string, ...infer Rest] ? Rest : never) {
  const answer = await begin()
  return visit(provider.consent(answer.location, ...texts), pairOf(answer, 'gatehouse_oidc'))
}

const whoIs = async (answer: Answer) =>
  (await send(`${service.url}/api/auth/me`, 'GET', undefined, { cookie: pairOf(answer, SESSION_COOKIE) })).body

const invite = (email: string, role = 'DEVELOPER') =>
  send(`${service.url}/api/users`, 'POST', { email, role }, admin.session)

proves(
  ['appsec:sessions.oidc', 'appsec:finer.further-settings'],
  'an invited member signs in by the configured provider, with PKCE, state and nonce',
  async () => {
    await invite('ann@example.org')
    const answer = await begin()
    expect([answer.status, answer.cookies[0]]).toEqual([
      302,
      expect.stringMatching(/^gatehouse_oidc=[\w-]+; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ])
    const request = Object.fromEntries(new URL(answer.location).searchParams)
    expect(request).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: `${service.url}/api/auth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const claims = { sub: 'ann', email: 'Ann@Example.org', email_verified: true, name: 'Ann' }
    const done = await visit(provider.consent(answer.location, claims), pairOf(answer, 'gatehouse_oidc'))
    expect([done.status, done.location]).toEqual([302, '/'])
    const basic = Buffer.from(`gatehouse%20here:${encodeURIComponent(CLIENT_SECRET)}`).toString('base64')
    expect(provider.asked.at(-1)!.authorization).toBe(`Basic ${basic}`)
    expect(await whoIs(done)).toMatchObject({
      role: 'DEVELOPER',
      user: { email: 'ann@example.org', name: 'Ann' },
      organization: { id: admin.organizationId },
    })
    // From now on the subject identifies the person, regardless of addresses.
    const sign = await signIn({ sub: 'ann', email: 'other@example.org', email_verified: false })
    expect(await whoIs(sign)).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(service.log.join('')).not.toContain(CLIENT_SECRET)
  },
)

test('a non-member or an unverified email address is rejected', async () => {
  await invite('bob@example.org')
  for (const claims of [
    { sub: 'stranger', email: 'stranger@example.org', email_verified: true },
    { sub: 'bob', email: 'bob@example.org', email_verified: false },
    { sub: 'bob', email: 'bob@example.org' },
    // The address is Ann's, and Ann is another subject.
    { sub: 'not ann', email: 'ann@example.org', email_verified: true },
  ]) {
    const { status, cookies } = await signIn(claims)
    expect([status, cookies.filter((cookie) => cookie.startsWith(SESSION_COOKIE))]).toEqual([403, []])
  }
})

test.each([
  ['for another nonce', { nonce: 'another' }],
  ['for another client', { audience: 'another' }],
  ['for several clients, without a word for whom', { audience: [CLIENT_ID, 'another'] }],
  ['of another issuer', { issuer: 'https://issuer.example' }],
  ['that has run out', { expires: '-5m' }],
  ['signed by another key', { byOtherKey: true }],
])('a token %s is rejected', async (_title, changes) => {
  await invite('carol@example.org')
  const answer = await signIn({ sub: 'carol', email: 'carol@example.org', email_verified: true }, changes)
  expect([answer.status, pairOf(answer, SESSION_COOKIE)]).toEqual([401, ''])
})

test('a sign-in started in another browser is rejected', async () => {
  await invite('dave@example.org')
  const claims = { sub: 'dave', email: 'dave@example.org', email_verified: true }
  const [mine, theirs] = [await begin(), await begin()]
  const address = provider.consent(theirs.location, claims)
  const own = pairOf(mine, 'gatehouse_oidc')
  for (const cookie of ['', own, 'gatehouse_oidc=made-up', `${own}; ${pairOf(theirs, 'gatehouse_oidc')}`])
    expect((await visit(address, cookie)).status).toBe(401)
  const refused = await visit(`${service.url}/api/auth/oidc/callback?error=access_denied`, own)
  expect(refused.status).toBe(401)
  // The code was never spent, so that the original user can finish.
  expect((await visit(address, pairOf(theirs, 'gatehouse_oidc'))).status).toBe(302)
  expect((await visit(address, pairOf(theirs, 'gatehouse_oidc'))).status).toBe(401)
})

test('a password set by another person does not open an account verified by the provider', async () => {
  const mallory = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  const [email, password] = ['fay@example.org', 'chosen by mallory']
  await send(`${service.url}/api/users`, 'POST', { email, role: 'VIEWER', password }, mallory.session)
  await invite(email, 'SECURITY')
  expect((await signIn({ sub: 'fay', email, email_verified: true })).status).toBe(302)
  for (const organizationId of [admin.organizationId, mallory.organizationId]) {
    const { status } = await send(`${service.url}/api/auth/login`, 'POST', { email, password, organizationId })
    expect(status).toBe(401)
  }
  // A link that mallory creates does not set a password of the account either.
  const third = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  const invited = await send(`${service.url}/api/users`, 'POST', { email, role: 'VIEWER' }, third.session)
  const inviteToken = String(invited.body['inviteUrl']).split('#invite=')[1]
  const answer = await send(`${service.url}/api/auth/register`, 'POST', { email, password, inviteToken })
  expect(answer.status).toBe(403)
})

test('sign-in methods are public', async () => {
  const { body } = await send(`${service.url}/api/auth/methods`, 'GET')
  expect(body).toEqual({ password: true, oidc: true, registration: 'invitation' })
})
