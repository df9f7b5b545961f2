import { type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, resultOf, serve, type Served } from '../serve.ts'

let model: ScriptedModel
let service: Served
let modelled: Served
beforeAll(async () => {
  model = await startScriptedModel([])
  const env = { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'scripted', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' }
  ;[service, modelled] = await Promise.all([serve(), serve({ env })])
})
afterAll(async () => {
  await Promise.all([service.close(), modelled.close()])
  await model.close()
})

/** Latency limit of docs/spec/guard.md for a guard of the medium tier, including a model call of normal duration. */
const MEDIUM_MS_MAX = 150
const MODEL_MS = 600
const PROMPT = 'Users must not ask about elections, parties or politicians.'
const custom = { policies: [{ name: 'No politics', prompt: PROMPT, action: 'warn' }] }

/** Every guard of the tier, with the settings without which it has nothing to do. */
const MEDIUM = {
  input: {
    adversarial_detection: {},
    custom_policy_input: custom,
    language_detection: { allowed: ['en'] },
    role_based_input_policy: { role_policies: [{ role: 'clerk', denied_topics: ['finance'] }] },
    topic_restriction: { denied_topics: ['politics'] },
    toxicity: {},
  },
  output: {
    bias_detection: {},
    custom_policy_output: custom,
    factual_grounding: {},
    role_based_policy: { role_policies: [{ role: 'clerk', denied_topics: ['finance'] }] },
    tone_enforcement: { tone: 'formal' },
  },
} as const
type Stage = keyof typeof MEDIUM

async function tierOf(at: Served, stage: Stage, tier: string): Promise<string[]> {
  const { body } = await call(`${at.url}/v1/shield/guardrails`)
  const guards = body['guardrails'] as { readonly name: string; readonly stage: string; readonly tier: string }[]
  return guards.filter((guard) => guard.stage === stage && guard.tier === tier).map(({ name }) => name)
}

describe('the medium tier', () => {
  proves.each('guard:rules.tiers.medium', [['input'], ['output']] as const)(
    'of the %s contains guards that read a long text in less than 150 ms',
    async (stage) => {
      const settings: Readonly<Record<string, object>> = MEDIUM[stage]
      expect((await tierOf(service, stage, 'medium')).toSorted()).toEqual(Object.keys(settings).toSorted())
      const entries = Object.fromEntries(
        Object.entries(settings).map(([name, own]) => [name, { enabled: true, action: 'warn', settings: own }]),
      )
      const text = 'The museum opens at nine, and the guide shows the halls of the old town in turn. '.repeat(240)
      const body = {
        input: { message: text, user_role: 'clerk', input: entries },
        output: { output: text, user_role: 'clerk', context_docs: [text], guardrails: entries },
      }[stage]
      const answers: Awaited<ReturnType<typeof post>>[] = []
      for (let n = 0; n < 4; n += 1) answers.push(await post(`${service.url}/guardrails/${stage}`, body))
      for (const name of Object.keys(settings)) {
        // The best of several: the machine may be busy with something else.
        const best = Math.min(...answers.map((answer) => Number(resultOf(answer, name)?.['latency_ms'])))
        expect([name, best, best < MEDIUM_MS_MAX]).toEqual([name, expect.any(Number), true])
      }
    },
  )
})

describe('the slow tier', () => {
  proves('guard:rules.tiers.slow', 'contains the guards with a model, and waits for it', async () => {
    expect(await tierOf(service, 'input', 'slow')).toEqual([])
    const slow = await tierOf(modelled, 'input', 'slow')
    expect(slow).toEqual(expect.arrayContaining(['adversarial_detection', 'toxicity']))
    model.follow([{ text: JSON.stringify({ violates: true, confidence: 0.9, rules: [1] }), delay_ms: MODEL_MS }])
    const answer = await post(`${modelled.url}/guardrails/input`, {
      message: 'Which party should I vote for in the election?',
      input: {
        custom_policy_input: { enabled: true, settings: custom },
        keyword_blocklist: { enabled: true, settings: { blocklist: ['acme'] } },
      },
    })
    const result = resultOf(answer, 'custom_policy_input')
    expect(result).toMatchObject({ passed: false, details: { backend: 'llm' } })
    expect(result?.['latency_ms']).toBeGreaterThanOrEqual(MODEL_MS - 5)
    // Other guards did not wait.
    expect(resultOf(answer, 'keyword_blocklist')?.['latency_ms']).toBeLessThan(MODEL_MS)
  })
})
