import OpenAI, { BadRequestError } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeTeam, post, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

const THREAT = 'I will kill you and your whole family tonight.'
const INSULT = 'You are a worthless piece of garbage and everybody hates you.'
const HARMLESS = 'What time does the library close on Sundays?'

let count = 0
async function moderator(rest: object = {}) {
  const key = await makeTeam(service.url, `moderation-${++count}`, { plan: 'enterprise', ...rest })
  const client = new OpenAI({ apiKey: key, baseURL: `${service.url}/v1`, maxRetries: 0 })
  return { key, moderate: (input: OpenAI.ModerationCreateParams['input']) => client.moderations.create({ input }) }
}

/** Returns the fields in addition to OpenAI's. */
function shieldOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value as { x_shield: Record<string, unknown> }).x_shield
}

describe("POST /v1/moderations with OpenAI's client", () => {
  proves('guard:drop-in.moderations', 'answers in the moderation shape', async () => {
    const { moderate } = await moderator()
    const { id, model, results } = await moderate(THREAT)
    expect(id).toMatch(/^modr-/)
    expect(model).toBe('gatehouse')
    expect(results).toHaveLength(1)
    const [result] = results
    expect(result!.flagged).toBe(true)
    expect(result!.categories).toMatchObject({
      'harassment/threatening': true,
      violence: true,
      'self-harm': false,
      illicit: false,
    })
    expect(result!.category_scores['harassment/threatening']).toBeGreaterThan(0.7)
    expect(result!.category_scores.sexual).toBe(0)
    expect(Object.keys(result!.categories)).toEqual(Object.keys(result!.category_scores))
    expect(result!.category_applied_input_types.violence).toEqual(['text'])
    expect(result!.category_applied_input_types.illicit).toEqual([])
  })

  test('reports the unsupported categories', async () => {
    const { moderate } = await moderator()
    const answer = await moderate(HARMLESS)
    expect(answer.results[0]).toMatchObject({ flagged: false })
    expect(shieldOf(answer)['categories_without_detector']).toEqual([
      'illicit',
      'illicit/violent',
      'self-harm/intent',
      'self-harm/instructions',
      'sexual/minors',
      'violence/graphic',
    ])
  })

  test('judges several texts individually, and counts one request', async () => {
    const { moderate, key } = await moderator()
    const { results } = await moderate([HARMLESS, INSULT, ''])
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true, false])
    expect(results[1]!.categories.harassment).toBe(true)
    const usage = await send(`${service.url}/v1/tenant/me/usage`, 'GET', undefined, { 'x-api-key': key })
    expect(usage.body).toMatchObject({ usage: { requests_today: 1 } })
  })

  test('judges the parts of a message together, and reports images', async () => {
    const { moderate } = await moderator()
    const { results } = await moderate([
      { type: 'text', text: 'Look at this.' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'text', text: INSULT },
    ])
    expect(results).toHaveLength(1)
    expect(results[0]!.flagged).toBe(true)
    expect(shieldOf(results[0])['unscreened']).toEqual({ image_url: 1 })
  })

  test('flags content that the tenant refuses for other reasons, with the reason', async () => {
    const { moderate } = await moderator({
      input_guardrails: { keyword_blocklist: { action: 'block', settings: { blocklist: ['falcon'] } } },
    })
    const { results } = await moderate('When does project falcon start?')
    expect(results[0]!.flagged).toBe(true)
    expect(Object.values(results[0]!.categories)).not.toContain(true)
    expect(shieldOf(results[0])).toMatchObject({
      safe: false,
      action: 'block',
      findings: [{ guardrail: 'keyword_blocklist', action: 'block' }],
    })
  })

  test('flags nothing in monitor mode, and reports the would-be flags', async () => {
    const { moderate } = await moderator({ mode: 'monitor' })
    const { results } = await moderate(THREAT)
    expect(results[0]!.flagged).toBe(false)
    expect(Object.values(results[0]!.categories)).not.toContain(true)
    expect(results[0]!.category_scores.violence).toBeGreaterThan(0.7)
    expect(shieldOf(results[0])).toMatchObject({ mode: 'monitor', would_flag: true })
  })

  test('skips a guard that the tenant has disabled', async () => {
    const { moderate } = await moderator({ input_guardrails: { toxicity: { enabled: false } } })
    const { results } = await moderate(INSULT)
    expect(results[0]).toMatchObject({ flagged: false, category_scores: { harassment: 0 } })
    expect(results[0]!.category_applied_input_types.harassment).toEqual([])
  })

  test('audits each text', async () => {
    const { moderate, key } = await moderator()
    await moderate([HARMLESS, THREAT])
    const audit = await send(`${service.url}/v1/tenant/me/audit`, 'GET', undefined, { 'x-api-key': key })
    const entries = (audit.body['entries'] as { action: string }[]).filter(({ action }) => action === 'guard.input')
    expect(entries).toHaveLength(2)
  })

  test("reports errors in OpenAI's format", async () => {
    const { moderate, key } = await moderator()
    await expect(moderate([])).rejects.toBeInstanceOf(BadRequestError)
    const answer = await post(`${service.url}/v1/moderations`, {}, { authorization: `Bearer ${key}` })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', param: 'input' } })
  })
})
