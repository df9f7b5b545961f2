import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, call, post, serve, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.close())

const PATHS = ['/guardrails/input', '/guardrails/output', '/v1/shield/classify', '/v1/shield/classify_output']

const WRONG: readonly unknown[] = [null, true, -1, 1e308, '', 'x', [null], {}, { toString: 1 }]

const ENTRY = { enabled: true, action: 'block', mode: 'enforce', on_error: 'closed', deadline_ms: 50, settings: {} }

/** A request with all fields, so that each location can be damaged. */
const FULL = {
  input: {
    message: 'hello',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hello' },
          { type: 'image_url', image_url: {} },
        ],
      },
    ],
    input: {
      keyword_blocklist: { ...ENTRY, settings: { blocklist: ['acme'] } },
      regex_pattern: { ...ENTRY, settings: { patterns: [{ name: 'a', pattern: 'b+' }] } },
      length_limit: { ...ENTRY, settings: { max_chars: 9, min_chars: 0, max_tokens: 9 } },
      rate_limiter: { ...ENTRY, settings: { limit: 5, window_seconds: 1 } },
      payload_risk: { ...ENTRY, settings: { categories: ['xss'], min_severity: 'low' } },
      pii_detection: { ...ENTRY, settings: { entities: ['EMAIL_ADDRESS'], score_threshold: 0.5 } },
      system_prompt_leak: { ...ENTRY, settings: { system_prompt: 'Be kind to all.', canaries: ['CANARY-12345'] } },
    },
    guardrails: { keyword_blocklist: ENTRY },
    session_id: 's',
    user_role: 'r',
  },
  output: {
    output: 'hello',
    tool_output: 'hello',
    input: 'question',
    prompt: 'question',
    context_docs: ['a document'],
    context: { tool_name: 't', tool_input: { a: 1 }, agent_id: 'a', user_role: 'r', stage: 'output' },
    tool_name: 't',
    guardrails: { pii_leakage: { ...ENTRY, settings: { pii_types: ['EMAIL_ADDRESS'], auto_redact: true } } },
    session_id: 's',
    user_role: 'r',
  },
} as const

const fullFor = (path: string): object => (path.endsWith('output') ? FULL.output : FULL.input)

/** Yields every request that differs from `value` in one location with `wrong`. */
function* damaged(value: unknown, wrong: unknown): Generator {
  yield wrong
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    for (const other of damaged(inner, wrong)) {
      yield Array.isArray(value)
        ? value.map((item, at) => (String(at) === key ? other : item))
        : { ...value, [key]: other }
    }
  }
}

/** Expects a verdict, or an error with locations; no other response to JSON is valid. */
function expectAnswer(answer: Answer, sent: unknown): void {
  const result = { sent: JSON.stringify(sent).slice(0, 500), status: answer.status, text: answer.text.slice(0, 300) }
  if (answer.status === 200) {
    expect(answer.body).toMatchObject({ safe: expect.any(Boolean) as boolean })
    return
  }
  expect(result).toMatchObject({ status: 422 })
  const detail = answer.body['detail'] as { loc: unknown[]; msg: string; type: string }[]
  expect(detail.length).toBeGreaterThan(0)
  for (const { loc, msg, type } of detail) {
    expect(loc[0]).toBe('body')
    expect(msg).not.toBe('')
    expect(type).toMatch(/^[a-z_]+$/)
  }
}

describe('a body with one invalid field', () => {
  proves.each(
    ['all:errors.guard-422', 'guard:errors.422-validation'],
    PATHS.map((path) => [path] as [string]),
  )('is a verdict or a 422 with loc on %s, never anything else', async (path) => {
    // The second pair of paths has the same handlers.
    const wrongs = path.startsWith('/v1') ? WRONG.slice(0, 2) : WRONG
    const bodies = wrongs.flatMap((wrong) => [...damaged(fullFor(path), wrong)])
    expect(bodies.length).toBeGreaterThan(wrongs.length * 20)
    for (let at = 0; at < bodies.length; at += 16) {
      await Promise.all(
        bodies
          .slice(at, at + 16)
          .map(async (body) => expectAnswer(await post(`${service.url}${path}`, JSON.stringify(body)), body)),
      )
    }
  })
})

describe('a random body', () => {
  proves('all:errors.nothing-leaks', 'of JSON is a verdict or a 422, never a defect', async () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    const keys = [
      'message',
      'messages',
      'input',
      'output',
      'guardrails',
      'context',
      'session_id',
      '__proto__',
      'constructor',
    ]
    const body = fc.oneof(value, fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), body, async (path, sent) => {
        expectAnswer(await post(`${service.url}${path}`, JSON.stringify(sent)), sent)
      }),
      { numRuns: 300 },
    )
  })

  proves('all:errors.nothing-leaks', 'of a full request with random parts is a verdict or a 422', async () => {
    const guard = fc.constantFrom('keyword-blocklist', 'regex_pattern', 'length_limit', 'pii-detection', 'toString', '')
    const setting = fc.constantFrom(
      'blocklist',
      'patterns',
      'max_chars',
      'entities',
      'settings',
      'enabled',
      'action',
      'valueOf',
    )
    const entries = fc.dictionary(guard, fc.dictionary(setting, fc.jsonValue({ maxDepth: 3 })))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), entries, fc.string({ unit: 'binary' }), async (path, block, text) => {
        const sent = path.endsWith('output') ? { output: text, guardrails: block } : { message: text, input: block }
        expectAnswer(await post(`${service.url}${path}`, JSON.stringify(sent)), sent)
      }),
      { numRuns: 150 },
    )
  })

  proves('all:errors.nothing-leaks', 'of bytes is rejected with a documented error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), fc.uint8Array({ maxLength: 400 }), async (path, bytes) => {
        const answer = await post(`${service.url}${path}`, bytes)
        expect([200, 400, 422]).toContain(answer.status)
        expect(answer.body['error']).not.toBe('internal_error')
      }),
      { numRuns: 200 },
    )
  })
})

describe('invalid field positions', () => {
  proves.each(
    ['all:errors.404', 'all:errors.nothing-leaks'],
    [
      ['/%00'],
      ['/v1/tenant/me/audit/../../../admin'],
      ['/guardrails/input%2f..'],
      ['/%F0%9F%92%A9'],
      ['/.env'],
      ['//'],
    ],
  )('GET %s is a 404 or 405 in the common form', async (path) => {
    const answer = await call(`${service.url}${path}`)
    expect([404, 405]).toContain(answer.status)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) as string })
  })

  proves('all:errors.guard-422', 'unsafe agent and role headers are a 422 at the header', async () => {
    for (const headers of [{ 'x-agent-key': 'a'.repeat(129) }, { 'x-user-role': 'a b' }, { 'x-agent-id': "'--" }]) {
      const answer = await post(`${service.url}/guardrails/input`, { message: 'x' }, { ...headers })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ loc: ['header', Object.keys(headers)[0]] }] })
    }
  })

  proves(
    'guard:requests.unknown-setting-422',
    'a pattern that would explode is matched in linear time or refused',
    async () => {
      const patterns = [{ name: 'evil', pattern: '(a+)+$' }]
      const body = { message: `${'a'.repeat(100_000)}!`, input: { regex_pattern: { action: 'block', patterns } } }
      expectAnswer(await post(`${service.url}/guardrails/input`, body), 'the pattern')
      // A backtracking engine would not answer before the test times out.
      for (const pattern of ['(', '(?<=a)b\\1', '['.repeat(10_000), 'a{99999999}']) {
        const bad = { message: 'x', input: { regex_pattern: { patterns: [{ name: 'bad', pattern }] } } }
        expect((await post(`${service.url}/guardrails/input`, bad)).status).toBe(422)
      }
    },
  )
})
