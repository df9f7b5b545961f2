import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKey, makeTeam, post, resultOf, send, serve, serveWithKeys, type Served } from '../serve.ts'

const CARD = '4111 1111 1111 1111'
const MAIL = 'jane.doe@example.com'
const SSN = '566-64-4119'
const TEXT = `Card ${CARD}, mail ${MAIL}, SSN ${SSN}.`
const policy = {
  mode: 'enforce',
  input_guardrails: { pii_detection: { action: 'redact', settings: { entity_actions: { ALL: 'tokenise' } } } },
  output_guardrails: { pii_leakage: { settings: { entity_actions: { ALL: 'tokenise' } } } },
}

let service: Served
let other: Served
const teams = new Map<string, string>()

beforeAll(async () => {
  service = await serveWithKeys()
  other = await serveWithKeys({ database: service.database })
  for (const id of ['acme', 'rival']) {
    const key = await makeTeam(service.url, id)
    teams.set(id, key)
    const put = await send(`${service.url}/v1/tenant/me/policies`, 'PUT', policy, { 'x-api-key': key })
    if (put.status !== 200) throw new Error(`the policy of ${id} was not taken: ${put.text}`)
  }
})
afterAll(async () => {
  await other.close()
  await service.close()
})

const own = (id: string) => ({ 'x-api-key': teams.get(id)! })
const screen = (id: string, message: string, at = service) => post(`${at.url}/guardrails/input`, { message }, own(id))
const reveal = (headers: Record<string, string>, tokens: unknown, at = service) =>
  post(`${at.url}/v1/shield/vault/reveal`, { tokens }, headers)
const FORM = /^Card (9\d{3}(?: \d{4}){2} 1111), mail ([a-z2-7]{26}@vault\.invalid), SSN (\[US_SSN#t-[a-z2-7]{26}\])\.$/

async function tokensOf(id: string): Promise<[string, string, string]> {
  const { body } = await screen(id, TEXT)
  const [, card, mail, ssn] = FORM.exec(String(body['sanitized_output']))!
  return [card!, mail!, ssn!]
}

describe('tokens', () => {
  test('replace values, preserve their form, and can be revealed on every instance', async () => {
    const answer = await screen('acme', TEXT)
    expect(answer.body['sanitized_output']).toMatch(FORM)
    expect(resultOf(answer, 'pii_detection')).toMatchObject({
      action: 'redact',
      details: { entity_actions: { CREDIT_CARD: 'tokenise', EMAIL_ADDRESS: 'tokenise', US_SSN: 'tokenise' } },
    })
    const tokens = await tokensOf('acme')
    expect(await tokensOf('acme')).toEqual(tokens)
    const revealed = await reveal(own('acme'), [...tokens, tokens[0].replaceAll(' ', '')], other)
    expect(revealed.status).toBe(200)
    expect(revealed.headers.get('cache-control')).toBe('no-store')
    expect(revealed.body).toEqual({
      values: [
        { token: tokens[0], value: CARD.replaceAll(' ', ''), entity_type: 'CREDIT_CARD' },
        { token: tokens[1], value: MAIL, entity_type: 'EMAIL_ADDRESS' },
        { token: tokens[2], value: SSN, entity_type: 'US_SSN' },
        { token: tokens[0].replaceAll(' ', ''), value: CARD.replaceAll(' ', ''), entity_type: 'CREDIT_CARD' },
      ],
    })
  })

  test('are identical in a prompt and its answer, which may contain them', async () => {
    const [, mail] = await tokensOf('acme')
    const out = await post(`${service.url}/guardrails/output`, { output: `Write to ${MAIL} or ${mail}.` }, own('acme'))
    expect(out.body['sanitized_output']).toBe(`Write to ${mail} or ${mail}.`)
  })

  test('replace values inside messages in place', async () => {
    const messages = [
      { role: 'system', content: `Never mail ${MAIL}.` },
      { role: 'user', content: `I am ${MAIL}` },
    ]
    const [, mail] = await tokensOf('acme')
    const { body } = await post(`${service.url}/guardrails/input`, { messages }, own('acme'))
    expect(body['sanitized_messages']).toEqual([
      { role: 'system', content: `Never mail ${mail}.` },
      { role: 'user', content: `I am ${mail}` },
    ])
  })

  test('are durable before the verdict is sent: another instance resolves them immediately', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { body } = await screen('acme', `mail user${round}@example.org`)
      const token = String(body['sanitized_output']).replace('mail ', '')
      expect((await reveal(own('acme'), [token], other)).body).toMatchObject({
        values: [{ value: `user${round}@example.org` }],
      })
    }
  })
})

describe('no other caller', () => {
  test("reveals another tenant's token, which is as unknown as a nonexistent token", async () => {
    const tokens = await tokensOf('acme')
    const theirs = await reveal(own('rival'), tokens)
    expect(theirs.status).toBe(200)
    expect(theirs.body).toEqual({ values: tokens.map((token) => ({ token, error: 'unknown_token' })) })
    const forget = await post(`${service.url}/v1/shield/vault/forget`, { tokens }, own('rival'))
    expect(forget.body).toEqual({ forgotten: 0, unknown: 3 })
    expect((await reveal(own('acme'), tokens)).text).toContain(SSN)
    expect(await tokensOf('rival')).not.toEqual(tokens)
  })

  test('reveals or forgets with a key of scope runtime, or without a key', async () => {
    const tokens = await tokensOf('acme')
    const { key } = await makeKey(service.store, 'acme', 'runtime')
    for (const route of ['reveal', 'forget']) {
      const at = `${service.url}/v1/shield/vault/${route}`
      expect(await post(at, { tokens }, { 'x-api-key': key })).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      })
      expect((await post(at, { tokens })).status).toBe(401)
    }
    expect((await screen('acme', TEXT)).status).toBe(200)
  })

  test('learns anything from tokens that are guessed, cut or changed', async () => {
    const [card, mail, ssn] = await tokensOf('acme')
    const last = mail.at(25) === 'a' ? 'b' : 'a'
    const guesses = [
      ssn.slice(0, -2) + ']',
      mail.slice(0, 24) + last + mail.slice(25),
      card.replace(/^9/, '8'),
      '%',
      "' OR 1=1 --",
      '[US_SSN#]',
      '\u0000',
      '*',
      SSN,
      MAIL,
    ].filter((guess) => ![card, mail, ssn].includes(guess))
    const { status, body } = await reveal(own('acme'), guesses)
    expect([status, body]).toEqual([200, { values: guesses.map((token) => ({ token, error: 'unknown_token' })) }])
  })
})

describe('the list of tokens', () => {
  test.each([
    ['none', []],
    ['too many', Array.from({ length: 101 }, (_, index) => `t-${index}`)],
    ['an empty one', ['']],
    ['a long one', ['x'.repeat(257)]],
    ['no texts', [1]],
    ['no list', 'all'],
    ['nothing', undefined],
  ])('with %s is refused', async (_, tokens) => {
    const answer = await reveal(own('acme'), tokens)
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([{ loc: expect.arrayContaining(['body', 'tokens']) as string[] }])
  })

  test('accepts a hundred tokens, including duplicates', async () => {
    const [card] = await tokensOf('acme')
    const { body } = await reveal(
      own('acme'),
      Array.from({ length: 100 }, () => card),
    )
    expect(body['values']).toHaveLength(100)
  })
})

describe('erasure', () => {
  test('leaves tokens without a value unchanged', async () => {
    const tokens = await tokensOf('rival')
    const forget = await post(`${service.url}/v1/shield/vault/forget`, { tokens: [...tokens, 'x'] }, own('rival'))
    expect(forget.body).toEqual({ forgotten: 3, unknown: 1 })
    const { body } = await reveal(own('rival'), tokens)
    expect(body).toEqual({ values: tokens.map((token) => ({ token, error: 'unknown_token' })) })
    expect(await tokensOf('rival')).not.toEqual(tokens)
  })
})

describe('the audit entry', () => {
  test('of a reveal contains actor, tokens and time, never a value, and no unknown tokens', async () => {
    const [card] = await tokensOf('acme')
    await reveal(own('acme'), [card, SSN])
    const audit = await send(`${service.url}/v1/tenant/me/audit?limit=50`, 'GET', undefined, own('acme'))
    const entries = audit.body['entries'] as { action: string; actor: string; details: Record<string, unknown> }[]
    const entry = entries.find(({ action }) => action === 'vault.reveal')!
    expect(entry.actor).toMatch(/^tenant:/)
    expect(entry.details).toMatchObject({
      asked: 2,
      revealed: [{ token: card.replaceAll(' ', ''), entity_type: 'CREDIT_CARD' }],
    })
    for (const value of [CARD, CARD.replaceAll(' ', ''), MAIL, SSN]) {
      expect(audit.text).not.toContain(value)
      expect(service.log.join('\n') + other.log.join('\n')).not.toContain(value)
    }
  })
})

test('without authentication the only tenant reveals its own tokens', async () => {
  const open = await serve()
  try {
    const input = { pii_detection: { action: 'redact', settings: { entity_actions: { EMAIL_ADDRESS: 'tokenise' } } } }
    const { body } = await post(`${open.url}/guardrails/input`, { message: MAIL, input })
    const revealed = await post(`${open.url}/v1/shield/vault/reveal`, { tokens: [body['sanitized_output']] })
    expect(revealed.body).toMatchObject({ values: [{ value: MAIL }] })
  } finally {
    await open.close()
  }
})
