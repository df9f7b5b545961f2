import type { GuardBlock } from '@gatehouse/contracts/policies'
import { describe, expect, test } from 'vitest'
import { completion, harness, toolCall } from './harness.ts'
import { HARMLESS, type ToolText } from './tool-texts/harmless.ts'
import { HOSTILE } from './tool-texts/hostile.ts'

const ask = { role: 'user', content: 'Go on' }
const on = (action: 'block' | 'redact', ...names: readonly string[]): GuardBlock =>
  Object.fromEntries(names.map((name) => [name, { enabled: true, action }]))

/** Everything that finds something acts, so that it shows. */
const ACTING = {
  input: { ...on('block', 'adversarial_detection', 'system_prompt_leak'), ...on('redact', 'pii_detection') },
  output: on('block', 'pii_leakage', 'system_prompt_leak'),
}

type Guards = Partial<typeof ACTING>

/** Returns the forwarded texts, to the upstream or, for arguments, to the client; undefined for a blocked text. */
async function handedOn(texts: readonly ToolText[], guards: Guards): Promise<readonly (string | undefined)[]> {
  let answer: object = {}
  const { call, sent } = harness(() => ({ body: completion(answer) }), guards)
  const left: (string | undefined)[] = []
  for (const { as, tool, text } of texts) {
    const isArguments = as === 'arguments'
    answer = isArguments ? { tool_calls: [toolCall('a', tool, text)] } : { content: 'ok' }
    const result = [
      { role: 'assistant', content: null, tool_calls: [toolCall('a', tool, {})] },
      { role: 'tool', tool_call_id: 'a', content: text },
    ]
    // oxlint-disable-next-line no-await-in-loop -- one upstream answers one after the other
    const { status } = await call({ model: 'm', messages: [ask, ...(isArguments ? [] : result)] })
    const body = sent.pop()?.body ?? '{}'
    const { messages } = JSON.parse(body) as { messages?: readonly { content: string }[] }
    left.push(status === 200 ? (isArguments ? text : messages?.[2]?.content) : undefined)
  }
  return left
}

async function wronglyFound(guards: Guards): Promise<readonly string[]> {
  const left = await handedOn(HARMLESS, guards)
  return HARMLESS.filter(({ text }, at) => left[at] !== text).map(({ tool }) => tool)
}

// Before values were evaluated separately from member names: 7 of 78 blocked by default, 9 changed with all guards enabled, all 51 found.
describe(`what tools are given and answer: ${HARMLESS.length} harmless texts, ${HOSTILE.length} hostile ones`, () => {
  test('harmless texts pass by default', async () => {
    expect(HARMLESS.length).toBeGreaterThanOrEqual(60)
    expect(await wronglyFound({})).toEqual([])
  })

  test('they pass with every guard enabled, except person names', async () => {
    expect(await wronglyFound(ACTING)).toEqual(['read_thread', 'csv'])
  })

  test('hostile content is never forwarded unchanged', async () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(40)
    const left = await handedOn(HOSTILE, ACTING)
    expect(HOSTILE.filter(({ hot }, at) => left[at]?.includes(hot) === true).map(({ text }) => text)).toEqual([])
  })

  test('a word is found in a value that spells it with escapes, and the JSON stays JSON', async () => {
    const text = String.raw`{"note":"\u0049nitech","of":["Initech"]}`
    const item = { as: 'result', tool: 'read', text } as const
    const output: GuardBlock = {
      competitor_mention: { enabled: true, action: 'redact', settings: { competitors: ['Initech'] } },
    }
    const [left] = await handedOn([item], { output })
    expect(JSON.parse(left ?? '')).toEqual({ note: '[COMPETITOR]', of: ['[COMPETITOR]'] })
  })
})
