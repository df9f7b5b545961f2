import type { ChatModel, ChatRequest } from '@gatehouse/models'
import { describe, expect, test } from 'vitest'
import { run } from './run.ts'

/** Returns a model that answers depending on the request. */
function modelThat(answer: (question: string) => object): ChatModel & { readonly asked: string[] } {
  const requests: string[] = []
  return {
    name: 'scripted',
    asked: requests,
    state: () => 'closed',
    complete({ messages }: ChatRequest) {
      const text = messages.map(({ content }) => content).join('\n')
      requests.push(text)
      const json = { reasoning: '', redactions: [], ...answer(text) }
      const usage = { promptTokens: 0, completionTokens: 0, estimated: true }
      return Promise.resolve({ text: JSON.stringify(json), json, usage, latency_ms: 0, model: 'scripted' })
    },
  }
}

const ai = (sanitization_intent: string, rest: object = {}) => ({
  sanitization_mode: 'ai',
  sanitization_intent,
  ...rest,
})

describe('a model and two policies', () => {
  test('is called separately, so that a tool intent cannot override the tenant-wide policy', async () => {
    const model = modelThat((question) =>
      question.includes('No code names.')
        ? { verdict: 'redact', redactions: [{ original: 'Falcon', replacement: '[NAME]' }] }
        : { verdict: 'allow' },
    )
    const verdict = await run('about Falcon', ai('Code names are fine.'), { model, global: ai('No code names.') })
    expect(model.asked).toHaveLength(2)
    expect(
      model.asked.filter((question) => question.includes('No code names.') && question.includes('are fine')),
    ).toEqual([])
    expect(verdict.sanitized).toBe('about [NAME]')
  })

  test('reads for the tenant-wide policy the text left by the patterns of that policy only', async () => {
    const model = modelThat(() => ({ verdict: 'allow' }))
    const wide = { sanitization_rules: [{ pattern_id: 'all', regex: '[\\s\\S]+' }] }
    await run('about Falcon', wide, { model, global: ai('No code names.') })
    expect(model.asked[0]).toContain('about Falcon')
  })
})

describe('a finding of the model', () => {
  const redacts = (...originals: string[]) =>
    modelThat(() => ({ verdict: 'redact', redactions: originals.map((original) => ({ original })) }))
  const after = async (payload: string, ...originals: string[]) =>
    (await run(payload, ai('x'), { model: redacts(...originals) })).sanitized

  test.each([
    ['every place', 'Ann met Ann.', ['Ann'], '[REDACTED] met [REDACTED].'],
    ['a short text by itself alone', 'Al met Alan.', ['Al'], '[REDACTED] met Alan.'],
    ['a value whose letters are escaped', '{"a":"\\u0041nn"}', ['Ann'], '{"a":"[REDACTED]"}'],
    ['what was quoted with its escapes', '{"a":"x\\"y z"}', ['x\\"y'], '{"a":"[REDACTED] z"}'],
    ['a key and its value', '{"name": "Ann", "b": 1}', ['"name": "Ann"'], '{"name": "[REDACTED]", "b": 1}'],
    ['a number', '{"pay": 5000}', ['5000'], '{"pay": "[REDACTED]"}'],
  ])('is replaced: %s', async (_title, payload, originals, expected) => {
    expect(await after(payload, ...originals)).toBe(expected)
  })

  test('requires no second replacement after a pattern match', async () => {
    const both = { ...ai('x'), sanitization_mode: 'both', sanitization_rules: [{ pattern_id: 'n', regex: '\\d+' }] }
    const verdict = await run('order 17', both, { model: redacts('[N]') })
    expect(verdict).toMatchObject({ action: 'redact', sanitized: 'order [N]' })
    expect(verdict.result?.details).not.toHaveProperty('error')
  })

  test('is masked or blocked according to the policy', async () => {
    const rule = (action: string) => ({ role_policies: [{ role: '*', action, output_rules: ['what people earn'] }] })
    const model = modelThat(() => ({
      verdict: 'redact',
      broken: [1],
      redactions: [{ original: '123456789', rule: 1 }],
    }))
    expect((await run('earns 123456789', rule('mask'), { model })).sanitized).toBe('earns *****6789')
    expect((await run('earns 123456789', rule('block'), { model })).action).toBe('block')
  })
})

test('without a model a policy that requires a model cannot decide', async () => {
  expect(await run('x', ai('x'))).toMatchObject({
    action: 'block',
    sanitization: { ai: { verdict: 'error', error: 'No model is configured.' } },
  })
})
