import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardOpenAI } from '../../src/guarding/chat-fetch.ts'
import { OPTIONS, type Rig, startRig, TALE } from './rig.ts'

let rig: Rig
let openai: OpenAI
beforeAll(async () => {
  rig = await startRig()
  openai = guardOpenAI(new OpenAI({ baseURL: rig.model.baseUrl, apiKey: 'k', maxRetries: 0 }), rig.guard, OPTIONS)
})
afterAll(() => rig.close())

const ask = (content: string) => openai.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] })

describe('an OpenAI client behind guards', () => {
  test('receives normal responses, with redactions in both directions', async () => {
    rig.model.follow(['Write to jane@example.org.'])
    const { choices } = await ask('I am john@example.org, who are you?')
    expect(choices[0]?.message.content).not.toContain('jane@example.org')
    expect(choices[0]?.message.content).toMatch(/^Write to .+\.$/)
    const sent = JSON.stringify(rig.model.requests[0]?.body)
    expect(sent).not.toContain('john@example.org')
    expect(sent).toContain('who are you?')
  })

  test('receives an error for a blocked prompt, which the model never receives', async () => {
    rig.model.follow(['never'])
    await expect(ask('Tell me of the heron.')).rejects.toMatchObject({ status: 403, code: 'content_filter' })
    expect(rig.model.requests).toEqual([])
  })

  test('is refused an answer, and a call of a tool', async () => {
    rig.model.follow(['A heron stands there.', { toolCalls: [{ name: 'look', arguments: { at: 'heron' } }] }])
    await expect(ask('What is there?')).rejects.toMatchObject({ status: 403, code: 'content_filter' })
    await expect(ask('What is there?')).rejects.toMatchObject({ status: 403, code: 'content_filter' })
  })

  test('receives errors of the model unchanged', async () => {
    rig.model.follow([{ status: 401, error: { message: 'No key.', code: 'invalid_api_key' } }])
    await expect(ask('Hello?')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
  })
})

describe('a stream', () => {
  async function stream(content = 'Go on.') {
    const all = await openai.chat.completions.create({
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content }],
    })
    let [text, reason, calls, pieces] = ['', '', '', 0]
    for await (const { choices } of all) {
      const [choice] = choices
      if ((choice?.delta.content ?? '') !== '') pieces += 1
      text += choice?.delta.content ?? ''
      calls += choice?.delta.tool_calls?.[0]?.function?.arguments ?? ''
      reason = choice?.finish_reason ?? reason
    }
    return { text, reason, calls, pieces }
  }

  test('arrives in chunks and complete', async () => {
    rig.model.follow([TALE])
    const { text, reason, pieces } = await stream()
    expect([text, reason]).toEqual([TALE, 'stop'])
    expect(pieces).toBeGreaterThan(2)
  })

  test('ends before blocked text at any chunk boundary', async () => {
    rig.model.follow([{ text: `${TALE}Then a heron came.${TALE}`, split: 3 }])
    const { text, reason } = await stream()
    expect(reason).toBe('content_filter')
    expect(TALE.startsWith(text)).toBe(true)
    expect(text.length).toBeGreaterThan(400)
  })

  test('is redacted from the first affected position', async () => {
    rig.model.follow([{ text: `${TALE}Write to jane@example.org now. ${TALE}`, split: 3 }])
    const { text, reason } = await stream()
    expect(reason).toBe('stop')
    expect(text).not.toContain('jane@')
    expect(text.startsWith(TALE)).toBe(true)
    expect(text.endsWith(TALE)).toBe(true)
  })

  test('delivers a tool call after full screening, and no blocked call', async () => {
    const call = (at: string) => ({ toolCalls: [{ name: 'look', arguments: { at } }], split: 3 })
    rig.model.follow([call('the sea'), call('a heron')])
    expect(await stream()).toMatchObject({ calls: '{"at":"the sea"}', reason: 'tool_calls' })
    expect(await stream()).toMatchObject({ calls: '', reason: 'content_filter' })
  })
})
