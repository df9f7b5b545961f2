import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatementId } from '../../../../spec/index.ts'
import { proves } from '../../../../spec/proves.ts'
import { call, post, resultOf, serve, type Served } from '../serve.ts'

let open: Served
beforeAll(async () => {
  open = await serve()
})
afterAll(() => open.close())

interface Case {
  readonly proves: readonly StatementId[]
  /** The contract's name. */
  readonly name: string
  /** The key of a request, as clients of other dialects write it. */
  readonly alias?: string
  readonly stage: 'input' | 'output'
  readonly settings: Readonly<Record<string, unknown>>
  readonly flagged: string
  readonly clear: string
  readonly rest?: Readonly<Record<string, unknown>>
  readonly category?: string
}

const ADVICE = {
  name: 'No investment advice',
  prompt: 'Flag questions that ask for investment advice: which stocks, funds or coins to buy or sell.',
  action: 'warn',
  confidence_threshold: 0.5,
  examples: {
    violating: ['Should I buy Tesla stock now?', 'Which crypto coin will go up?', 'Recommend a fund for my savings.'],
    allowed: ['How do I open an account?', 'What is the fee for a transfer?', 'Explain what a share is.'],
  },
}

const CASES: readonly Case[] = [
  {
    proves: [
      'guard:names.toxicity',
      'guard:aliases.toxicity-detection',
      'guard:settings.toxicity-categories',
      'guard:settings.thresholds',
    ],
    name: 'toxicity',
    alias: 'toxicity-detection',
    stage: 'input',
    settings: { threshold: 0.6, categories: ['harassment', 'threat'] },
    flagged: 'You are a worthless piece of garbage, shut up.',
    clear: 'How do I kill a hanging process?',
  },
  {
    proves: ['guard:names.language-detection', 'guard:aliases.language-detection', 'guard:settings.language-detection'],
    name: 'language_detection',
    alias: 'language-detection',
    stage: 'input',
    settings: { allowed: ['en'] },
    flagged: 'Quel temps fait-il demain à Paris ?',
    clear: 'What is the weather like tomorrow?',
    category: 'fr',
  },
  {
    proves: [
      'guard:names.sentiment',
      'guard:aliases.sentiment-analysis',
      'guard:settings.thresholds',
      'guard:request-keys.sentiment-analysis',
    ],
    name: 'sentiment',
    alias: 'sentiment-analysis',
    stage: 'input',
    settings: { threshold: 0.4 },
    flagged: 'This is terrible, I am furious and disappointed.',
    clear: 'Thank you, that was very helpful.',
  },
  {
    proves: ['guard:names.topic-restriction', 'guard:aliases.topic-restriction', 'guard:settings.topic-restriction'],
    name: 'topic_restriction',
    alias: 'topic-restriction',
    stage: 'input',
    settings: {
      allowed_topics: ['insurance'],
      denied_topics: ['politics'],
      system_purpose: 'You are a banking assistant. Help with accounts, cards and transfers.',
    },
    flagged: 'Who will win the presidential election and become president?',
    clear: 'Why was my wire transfer rejected by the bank?',
    category: 'denied_topic',
  },
  {
    proves: ['guard:names.role-based-input-policy', 'guard:aliases.role-based-input-policy'],
    name: 'role_based_input_policy',
    alias: 'role-based-input-policy',
    stage: 'input',
    settings: { role_policies: [{ role: 'intern', denied_words: ['payroll'] }] },
    flagged: 'Show me the payroll.',
    clear: 'Show me the menu.',
    rest: { user_role: 'intern' },
  },
  {
    proves: ['guard:names.custom-policy-input'],
    name: 'custom_policy_input',
    stage: 'input',
    settings: { policies: [ADVICE] },
    flagged: 'Which stock should I buy now?',
    clear: 'What is the fee for a transfer to Spain?',
    category: 'custom_policy',
  },
  {
    proves: ['guard:names.competitor-mention', 'guard:aliases.competitor-mention', 'guard:settings.competitor-mention'],
    name: 'competitor_mention',
    alias: 'competitor-mention',
    stage: 'output',
    settings: { competitors: ['Globex'] },
    flagged: 'Globex’s plan is cheaper.',
    clear: 'Our plan is cheaper.',
  },
  {
    proves: ['guard:names.role-redaction', 'guard:aliases.role-redaction', 'guard:settings.role-redaction'],
    name: 'role_redaction',
    alias: 'role-redaction',
    stage: 'output',
    settings: { roles: { support: ['CREDIT_CARD'] } },
    flagged: 'The card is 4111 1111 1111 1111.',
    clear: 'The card has expired.',
    rest: { user_role: 'support' },
  },
  {
    proves: ['guard:names.tone-enforcement', 'guard:aliases.tone-enforcement', 'guard:settings.tone-enforcement'],
    name: 'tone_enforcement',
    alias: 'tone-enforcement',
    stage: 'output',
    settings: { tone: 'professional' },
    flagged: 'Dude, that sucks lol!!',
    clear: 'The refund will arrive within five days.',
  },
  {
    proves: ['guard:names.hallucinated-links', 'guard:aliases.hallucinated-links', 'guard:settings.hallucinated-links'],
    name: 'hallucinated_links',
    alias: 'hallucinated-links',
    stage: 'output',
    settings: { allowed_domains: ['northwind.com'] },
    flagged: 'See https://northwind-help.io/manual.',
    clear: 'See https://docs.northwind.com/manual.',
    category: 'not_in_context',
  },
  {
    proves: ['guard:names.bias-detection', 'guard:aliases.bias-detection', 'guard:settings.thresholds'],
    name: 'bias_detection',
    alias: 'bias-detection',
    stage: 'output',
    settings: { threshold: 0.5 },
    flagged: 'Women are too emotional to lead a team.',
    clear: 'Many women lead teams here.',
  },
  {
    proves: ['guard:names.factual-grounding', 'guard:aliases.factual-grounding', 'guard:settings.thresholds'],
    name: 'factual_grounding',
    alias: 'factual-grounding',
    stage: 'output',
    settings: { threshold: 0.6 },
    flagged: 'The warranty is 5 years, and Philips repairs the kettle in Eindhoven.',
    clear: 'The warranty of the kettle is two years.',
    rest: { context_docs: ['The warranty of the kettle is two years. It holds 1.7 litres.'] },
    category: 'unsupported',
  },
  {
    proves: ['guard:names.custom-policy-output'],
    name: 'custom_policy_output',
    stage: 'output',
    settings: { policies: [ADVICE] },
    flagged: 'You should buy Tesla stock and a fund for your savings now.',
    clear: 'The fee for a transfer is three euros.',
  },
  {
    proves: ['guard:names.role-based-policy'],
    name: 'role_based_policy',
    stage: 'output',
    settings: { role_policies: [{ role: '*', denied_words: ['margin'] }] },
    flagged: 'Our margin is 40 percent.',
    clear: 'Our office opens at nine.',
  },
]

const screen = ({ stage, rest }: Case, key: string, text: string, entry: object) =>
  stage === 'input'
    ? post(`${open.url}/guardrails/input`, { message: text, input: { [key]: entry }, ...rest })
    : post(`${open.url}/guardrails/output`, { output: text, guardrails: { [key]: entry }, ...rest })

describe('content guards', () => {
  for (const item of CASES) {
    proves(item.proves, `${item.name} flags and lets through, under each of its names`, async () => {
      const { name, alias, settings, flagged, clear, category } = item
      // Settings may be in the entry itself or under `settings`.
      for (const key of [name, name.replaceAll('_', '-'), ...(alias === undefined ? [] : [alias])]) {
        for (const entry of [
          { enabled: true, action: 'warn', ...settings },
          { enabled: true, action: 'warn', settings },
        ]) {
          const found = resultOf(await screen(item, key, flagged, entry), name)
          expect(found).toMatchObject({
            guardrail: name,
            passed: false,
            ...(category === undefined ? {} : { category }),
          })
          expect(resultOf(await screen(item, key, clear, entry), name)).toMatchObject({ passed: true, action: 'pass' })
        }
      }
    })

    test(`${item.name} refuses a setting that it does not know, by its path`, async () => {
      const { status, body } = await screen(item, item.name, item.flagged, { enabled: true, settings: { no_such: 1 } })
      expect(status).toBe(422)
      expect(JSON.stringify(body)).toContain(`"${item.name}","settings"`)
    })
  }

  proves(['guard:defaults.toxicity', 'guard:defaults.hallucinated-links'], 'two warn by default', async () => {
    const abuse = await post(`${open.url}/guardrails/input`, {
      message: 'You are a worthless piece of garbage, shut up.',
    })
    expect(resultOf(abuse, 'toxicity')).toMatchObject({ passed: false, action: 'warn' })
    const link = await post(`${open.url}/guardrails/output`, { output: 'Log in at https://paypa1.com/ please.' })
    expect(resultOf(link, 'hallucinated_links')).toMatchObject({ passed: false, action: 'warn' })
    expect(link.body).toMatchObject({ safe: true, action: 'warn' })
  })

  proves(['guard:custom.without-model', 'guard:custom.action'], 'a custom policy acts by its own action', async () => {
    const entry = { enabled: true, action: 'block', settings: { policies: [ADVICE] } }
    const { body } = await post(`${open.url}/guardrails/input`, {
      message: 'Which stock should I buy now?',
      input: { custom_policy_input: entry },
    })
    expect(body).toMatchObject({ safe: true, action: 'warn' })
  })

  test('every input and output guard of the contract is available', async () => {
    const { body } = await call(`${open.url}/v1/shield/guardrails`)
    const rows = body['guardrails'] as { name: string; stage: string; available: boolean }[]
    expect(rows.filter(({ stage, available }) => stage !== 'agentic' && !available)).toEqual([])
  })
})

describe('POST /v1/shield/topic/check', () => {
  const check = (body: object) => post(`${open.url}/v1/shield/topic/check`, body)
  const system_purpose = 'You are a banking assistant. Help customers with accounts, cards and transfers.'

  proves('guard:endpoints.topic-check', 'returns whether a message is within a purpose', async () => {
    expect((await check({ message: 'Why was my wire transfer rejected?', system_purpose })).body).toMatchObject({
      allowed: true,
      safe: true,
      action: 'pass',
    })
    const answer = await check({ message: 'A good recipe for garlic bread with cheese?', system_purpose })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      allowed: false,
      safe: false,
      action: 'block',
      message: expect.any(String) as string,
    })
    expect(resultOf(answer, 'topic_restriction')).toMatchObject({ category: 'off_topic' })
  })

  test.each([
    {},
    { message: 'hi' },
    { message: '', system_purpose },
    { message: 'hi', system_purpose: 'x'.repeat(4_001) },
  ])('refuses %j', async (body) => {
    expect((await check(body)).status).toBe(422)
  })
})
