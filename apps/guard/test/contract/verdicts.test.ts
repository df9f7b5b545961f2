import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, resultOf, resultsOf, serve, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.close())

const input = (body: object) => post(`${service.url}/guardrails/input`, body)
const output = (body: object) => post(`${service.url}/guardrails/output`, body)
const block = (action: string) => ({ 'keyword-blocklist': { enabled: true, action, blocklist: ['acme'] } })
const acme = (action: string) => input({ message: 'Is ACME cheaper?', input: block(action) })

const ACTIONS = ['pass', 'block', 'warn', 'redact', 'detect', 'require_approval']

describe('a content verdict', () => {
  proves(
    [
      'guard:service.http-200-not-allowed',
      'guard:service.content-answers-safe',
      'guard:service.screens-prompts',
      'guard:errors.200-verdict',
    ],
    'of a blocked message is a 200 with the decision in the body',
    async () => {
      const answer = await acme('block')
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ safe: false, action: 'block' })
    },
  )

  proves(
    ['guard:verdict.safe', 'guard:verdict.action', 'guard:verdict.results', 'guard:verdict.inference-time'],
    'contains safe, action, the results and the time',
    async () => {
      for (const answer of [
        await acme('block'),
        await input({ message: 'hello' }),
        await output({ output: 'hello' }),
      ]) {
        expect(answer.body).toMatchObject({
          safe: expect.any(Boolean) as boolean,
          action: expect.any(String) as string,
          guardrail_results: expect.any(Array) as unknown[],
          inference_time_ms: expect.any(Number) as number,
        })
      }
    },
  )

  proves(
    [
      'guard:result.guardrail',
      'guard:result.passed',
      'guard:result.action',
      'guard:result.message',
      'guard:result.details',
      'guard:result.latency',
    ],
    'contains results with every required field',
    async () => {
      const answers = [await acme('warn'), await input({ message: 'x' }), await output({ output: 'ann@example.com' })]
      const results = answers.flatMap(({ body }) => resultsOf(body))
      expect(results.length).toBeGreaterThan(5)
      for (const result of results) {
        expect(result).toMatchObject({
          guardrail: expect.stringMatching(/^[a-z_]+$/) as string,
          passed: expect.any(Boolean) as boolean,
          action: expect.any(String) as string,
          message: expect.any(String) as string,
          details: expect.any(Object) as object,
          latency_ms: expect.any(Number) as number,
        })
        expect(ACTIONS).toContain(result['action'])
      }
    },
  )

  proves('guard:result.message-empty-when-passed', 'omits guards that passed', async () => {
    const { body } = await input({ message: 'Is ACME cheaper?', input: block('warn') })
    expect(resultsOf(body).map(({ passed, message }) => passed === (message === ''))).not.toContain(false)
    expect(resultsOf(body).map(({ passed }) => passed)).toEqual(expect.arrayContaining([true, false]))
  })

  proves(
    ['guard:result.score', 'guard:result.category', 'guard:result.severity'],
    'may contain confidence, category and severity',
    async () => {
      const answer = await input({ message: "admin' OR '1'='1' --" })
      expect(resultOf(answer, 'payload_risk')).toMatchObject({
        score: expect.any(Number) as number,
        category: 'sql_injection',
        severity: expect.stringMatching(/^(?:low|medium|high|critical)$/) as string,
      })
    },
  )

  proves(
    [
      'guard:verdict.sanitized-output',
      'guard:verdict.sanitized-output-only-when-modified',
      'guard:service.screens-responses',
    ],
    'contains sanitized_output only if the text was rewritten',
    async () => {
      const redacted = await output({ output: 'Write to ann@example.com.' })
      expect(redacted.body).toMatchObject({
        safe: true,
        action: 'redact',
        sanitized_output: 'Write to [EMAIL_ADDRESS].',
      })
      for (const answer of [await output({ output: 'Write to Ann.' }), await acme('block'), await acme('warn')]) {
        expect(answer.body).not.toHaveProperty('sanitized_output')
      }
    },
  )

  proves('guard:verdict.file-only-for-files', 'contains no file block without a file', async () => {
    expect((await input({ message: 'x' })).body).not.toHaveProperty('file')
  })
})

describe('the fast tier', () => {
  proves(
    'guard:rules.tiers.fast',
    'contains the guards of words and patterns, which need less than a millisecond',
    async () => {
      const entries = { ...block('warn'), regex_pattern: { patterns: [{ name: 'digits', pattern: '[0-9]+' }] } }
      const answers: Awaited<ReturnType<typeof input>>[] = []
      for (let n = 0; n < 20; n += 1) answers.push(await input({ message: 'Is ACME cheaper?', input: entries }))
      const { body } = await call(`${service.url}/v1/shield/guardrails`)
      for (const name of ['keyword_blocklist', 'regex_pattern']) {
        expect(body['guardrails']).toContainEqual(expect.objectContaining({ name, tier: 'fast' }))
        // The best of many: the machine may be busy with something else.
        expect(Math.min(...answers.map((answer) => Number(resultOf(answer, name)?.['latency_ms'])))).toBeLessThan(1)
      }
    },
  )
})

describe('the action', () => {
  proves.each(
    ['guard:actions.safe-false'],
    [
      ['pass', true],
      ['detect', true],
      ['warn', true],
      ['redact', true],
      ['require_approval', false],
      ['block', false],
    ],
  )('%s makes safe %s', async (action, safe) => {
    const { body } = await acme(action)
    expect(body).toMatchObject({ action, safe })
  })

  proves(
    ['guard:actions.severity-order', 'guard:actions.overall-highest'],
    'of the verdict is the highest of two guards, for every pair',
    async () => {
      const order = ['pass', 'detect', 'warn', 'redact', 'require_approval', 'block']
      for (const [low, lower] of order.entries()) {
        for (const higher of order.slice(low + 1)) {
          const message = 'ACME and 123'
          const patterns = [{ name: 'digits', pattern: '[0-9]+' }]
          const pair = { ...block(lower), 'regex-pattern': { action: higher, patterns } }
          expect((await input({ message, input: pair })).body).toMatchObject({ action: higher })
        }
      }
    },
  )

  proves.each(
    ['guard:actions.alias-log', 'guard:actions.alias-monitor', 'guard:actions.alias-mask'],
    [
      ['log', 'detect'],
      ['monitor', 'detect'],
      ['mask', 'redact'],
    ],
  )('%s is read as %s', async (written, action) => {
    expect((await acme(written)).body).toMatchObject({ action })
  })
})

describe('monitor mode of a guard', () => {
  proves(
    ['guard:mode.per-guard', 'guard:mode.monitor-blocks-nothing', 'guard:mode.would-fields'],
    'blocks nothing and reports the decision of enforce mode',
    async () => {
      const entry = { 'keyword-blocklist': { action: 'block', mode: 'monitor', blocklist: ['acme'] } }
      const answer = await input({ message: 'acme', input: entry })
      expect(answer.body).toMatchObject({ safe: true, action: 'pass', would_action: 'block', would_block: true })
      expect(resultOf(answer, 'keyword_blocklist')).toMatchObject({ passed: false, action: 'pass', would_block: true })
    },
  )

  proves('guard:mode.per-guard', 'leaves the other guards as they are', async () => {
    const entries = {
      keyword_blocklist: { action: 'block', mode: 'monitor', blocklist: ['acme'] },
      regex_pattern: { action: 'warn', patterns: [{ name: 'a', pattern: 'acme' }] },
    }
    expect((await input({ message: 'acme', input: entries })).body).toMatchObject({
      safe: true,
      action: 'warn',
      would_action: 'block',
    })
  })

  proves('guard:mode.default-enforce', 'is not the default', async () => {
    expect((await acme('block')).body).toMatchObject({ mode: 'enforce', safe: false })
  })
})
