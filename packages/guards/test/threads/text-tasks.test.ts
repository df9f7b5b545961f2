import { Failure, systemClock } from '@gatehouse/kernel'
import { afterAll, expect, test } from 'vitest'
import { noteToolOutput } from '../../src/agentic/data-flow/note.ts'
import { compileDataPolicy } from '../../src/agentic/data-policy/compile-policy.ts'
import { layerOf, restrictionLayer } from '../../src/agentic/data-policy/data-policies.ts'
import { openPayload } from '../../src/agentic/data-policy/open-payload.ts'
import { readPayload } from '../../src/agentic/data-policy/payload.ts'
import { sanitize } from '../../src/agentic/data-policy/sanitize.ts'
import { LARGE_TEXT_CHARS } from '../../src/engine/evaluator.ts'
import type { GuardPorts } from '../../src/engine/ports.ts'
import { learnPolicy, rememberPolicy } from '../../src/detectors/policies/local-policy.ts'
import { validateCustomPolicy } from '../../src/detectors/policies/validate.ts'
import { sanitizeText, TEXT_TASKS, type TextWorker, workAside } from '../../src/threads/text-tasks.ts'
import { createThreadEvaluator } from '../../src/threads/thread-evaluator.ts'
import { NO_AGENTIC_CONFIG } from '../../src/agentic/engine/config.ts'
import { localState } from '../../src/local-state.ts'
import { allAgenticGuards } from '../../src/agentic.gen.ts'
import { compileAgentic } from '../../src/agentic/engine/compile.ts'

const TENANT = 'acme'
const windows: GuardPorts['windows'] = { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) }

/** A model on the main thread. Its answers contain the request. */
const model: NonNullable<GuardPorts['model']> = {
  name: 'scripted',
  state: () => 'closed',
  complete({ jsonSchema, within_ms }) {
    schemas.push(`${jsonSchema?.name} within ${within_ms} ms`)
    const json = { verdict: 'block', severity: 'high', reasoning: 'It breaks rule 1.', redactions: [] }
    const usage = { promptTokens: 1, completionTokens: 1, estimated: true }
    return Promise.resolve({ text: JSON.stringify(json), json, usage, latency_ms: 1, model: 'scripted' })
  },
}
const schemas: string[] = []
const threads = createThreadEvaluator({ ports: { windows, model }, threads: 1 })
afterAll(() => threads.close())

/** Returns the worker with the names of all its tasks. */
function recorded(): TextWorker & { readonly tasks: string[] } {
  const tasks: string[] = []
  return {
    tasks,
    work(task, input, about) {
      tasks.push(task)
      return threads.work(task, input, about)
    },
  }
}

const ROW = { name: 'Ann Lee', mail: 'ann.lee@example.com', order: 'order-123456', note: 'said "yes" \u2013 twice' }
const JSON_TEXT = JSON.stringify(Array.from({ length: LARGE_TEXT_CHARS / 64 }, (_, id) => ({ id, ...ROW })))
const PROSE = 'Ann Lee wrote from ann.lee@example.com about order-123456 on Monday, and the team answered her. '.repeat(
  LARGE_TEXT_CHARS / 64,
)
const POLICY = {
  sanitization_rules: [
    { pattern_id: 'order', regex: 'order-[0-9]{6}', action: 'redact', severity: 'medium', description: 'Orders' },
  ],
  role_policies: [{ role: '*', output_rules: ['Redact email addresses'] }],
}

test.each([
  ['JSON', JSON_TEXT],
  ['prose', PROSE],
])('a large payload of %s is read and rewritten in a thread as in the calling thread', async (_name, raw) => {
  const worker = recorded()
  const inline = readPayload(raw)
  const away = await openPayload(raw, TENANT, worker)
  expect(away.isJson).toBe(inline.isJson)
  expect(away.text).toBe(inline.text)
  expect(away.values).toBe(inline.values)
  const start = raw.lastIndexOf('ann.lee')
  const spans = [{ start, end: start + 19, label: 'EMAIL_ADDRESS' }]
  const places = await away.fromRaw(spans)
  expect(places).toEqual(inline.fromRaw(spans))
  expect(await away.rewrite(places)).toBe(inline.rewrite(places))
  // The calling thread already has plain text.
  expect(worker.tasks).toEqual(inline.isJson ? ['readPayload', 'placesFromRaw', 'rewritePayload'] : ['readPayload'])
})

test('a small payload stays in the calling thread', async () => {
  const worker = recorded()
  await openPayload('{"a":1}', TENANT, worker)
  await sanitizeText({ raw: '{"a":1}', tool: 'crm', stage: 'output', role: undefined }, [], {}, TENANT, worker)
  expect(worker.tasks).toEqual([])
})

test.each([
  ['JSON', JSON_TEXT],
  ['prose', PROSE],
])('data policies judge a large payload of %s in a thread as in the calling thread', async (_name, raw) => {
  const about = { tool: 'crm', stage: 'output', role: 'clerk' } as const
  const layers = [
    layerOf('global', compileDataPolicy(POLICY, { hasModel: false }), about),
    layerOf('tool', compileDataPolicy({ ...POLICY, mode: 'monitor' }, { hasModel: false }), about),
    restrictionLayer('enforce'),
  ]
  const worker = recorded()
  const away = await sanitizeText({ raw, ...about }, layers, {}, TENANT, worker)
  const inline = await sanitize({ payload: readPayload(raw), ...about }, layers)
  const timeless = (verdict: typeof away) => ({ ...verdict, result: { ...verdict.result, latency_ms: 0 } })
  expect(timeless(away)).toEqual(timeless(inline))
  expect(away.sanitized).not.toContain('ann.lee@example.com')
  expect(worker.tasks).toEqual(['sanitize'])
})

test('a rule that requires a model calls the model of the main thread, with the review schema', async () => {
  const policy = compileDataPolicy(
    { sanitization_mode: 'ai', sanitization_intent: 'Nothing about mergers.' },
    { hasModel: true },
  )
  const about = { tool: 'crm', stage: 'output', role: undefined } as const
  const raw = 'The merger is on. '.repeat(LARGE_TEXT_CHARS / 16)
  const verdict = await sanitizeText({ raw, ...about }, [layerOf('tool', policy, about)], { model }, TENANT, recorded())
  expect(verdict.action).toBe('block')
  expect(new Set(schemas)).toEqual(new Set(['data_policy_review within 30000 ms']))
})

test('large tool outputs are compared and stored as fingerprints computed in a thread', async () => {
  const worker = recorded()
  const state = localState(systemClock)
  const config = { ...NO_AGENTIC_CONFIG, tenantId: TENANT }
  const settings = {
    sources: [{ tool: 'read_mail', sensitivity: 'private' }],
    rules: [{ from: 'read_notes', to: '*', action: 'block' }],
  }
  const entries = compileAgentic({ data_flow: { settings } }, allAgenticGuards, 'enforce')
  const note = (tool: string) =>
    noteToolOutput(
      { config, entries, state, worker },
      { tool, text: PROSE, sessionId: 's', agentKey: undefined, headerAgentKey: undefined },
    )
  await note('read_mail')
  await note('read_notes')
  expect(worker.tasks).toEqual(['fingerprint', 'carriedFrom', 'fingerprint'])
})

test('a custom policy is validated and learned in a thread as in the calling thread', async () => {
  const violating = Array.from({ length: 20 }, (_, at) => `Which of the ${at + 2} shares should I buy today?`)
  const allowed = Array.from({ length: 20 }, (_, at) => `How do I open account number ${at + 2}?`)
  const prompt = 'Flag questions that ask for investment advice: which stocks, funds or coins to buy or sell.'
  const policy = { name: 'No advice', prompt, examples: { violating, allowed } }
  const about = { tenantId: TENANT, chars: 1 }
  expect(await workAside(threads, 'validatePolicy', { policy }, about)).toEqual(validateCustomPolicy(policy))
  const source = { prompt, violating, allowed }
  const learned = await workAside(threads, 'learnPolicy', { source }, about)
  expect(Buffer.from(learned!)).toEqual(Buffer.from(learnPolicy(source)!))
  expect(rememberPolicy(source, learned!)).toBe(true)
})

test('work that fails in a thread fails as it would in the calling thread', async () => {
  const layers = [{ source: 'tool', mode: 'enforce', onError: 'closed', document: { mode: 'no such mode' } }] as const
  const fails = { raw: JSON_TEXT, tool: 'crm', stage: 'output', role: undefined, layers } as const
  await expect(threads.work('sanitize', fails, { tenantId: TENANT, chars: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(() => TEXT_TASKS.sanitize(fails, {})).toThrow(Failure)
})
