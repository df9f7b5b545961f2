import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, streamText, wrapLanguageModel } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardMiddleware } from '../../src/guarding/ai-sdk.ts'
import { GuardCallback } from '../../src/guarding/langchain.ts'
import { GuardrailBlockedError } from '../../src/index.ts'
import { OPTIONS, type Rig, startRig, TALE } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

describe('middleware of the AI SDK', () => {
  const model = () =>
    wrapLanguageModel({
      model: createOpenAICompatible({ name: 'scripted', baseURL: rig.model.baseUrl }).chatModel('m'),
      middleware: guardMiddleware(rig.guard, OPTIONS),
    })

  test('redacts requests and responses', async () => {
    rig.model.follow(['Write to jane@example.org.'])
    const { text } = await generateText({ model: model(), prompt: 'I am john@example.org.' })
    expect(text).toMatch(/^Write to .+\.$/)
    expect(text).not.toContain('jane@')
    expect(JSON.stringify(rig.model.requests[0]?.body)).not.toContain('john@')
  })

  test('blocks requests and responses', async () => {
    rig.model.follow(['A heron stands there.'])
    await expect(generateText({ model: model(), prompt: 'The heron?' })).rejects.toThrow(GuardrailBlockedError)
    expect(rig.model.requests).toEqual([])
    await expect(generateText({ model: model(), prompt: 'What is there?' })).rejects.toThrow(
      /blocked by competitor_mention/,
    )
  })

  test('forwards a stream in chunks, and ends it before blocked text', async () => {
    rig.model.follow([TALE, { text: `${TALE}Then a heron came.`, split: 3 }])
    expect(await streamText({ model: model(), prompt: 'Go on.' }).text).toBe(TALE)
    let [text, error] = ['', undefined as unknown]
    const { fullStream } = streamText({ model: model(), prompt: 'Go on.', onError: () => undefined })
    for await (const part of fullStream) {
      if (part.type === 'text-delta') text += part.text
      if (part.type === 'error') ({ error } = part)
    }
    expect(error).toBeInstanceOf(GuardrailBlockedError)
    expect(TALE.startsWith(text)).toBe(true)
  })
})

describe('a callback of LangChain', () => {
  const ask = (question: string) =>
    new ChatOpenAI({ model: 'm', apiKey: 'k', maxRetries: 0, configuration: { baseURL: rig.model.baseUrl } }).invoke(
      question,
      { callbacks: [new GuardCallback(rig.guard, OPTIONS)] },
    )

  test('forwards harmless messages', async () => {
    rig.model.follow(['The sea is there.'])
    expect((await ask('What is there?')).text).toBe('The sea is there.')
  })

  test('blocks a call before the model receives it', async () => {
    rig.model.follow(['never'])
    await expect(ask('The heron?')).rejects.toThrow(/blocked by keyword_blocklist/)
    await expect(ask('I am john@example.org.')).rejects.toThrow(/redaction/)
    expect(rig.model.requests).toEqual([])
  })

  test('ends a call with an answer that is blocked', async () => {
    rig.model.follow(['A heron.', 'jane@example.org'])
    await expect(ask('What is there?')).rejects.toThrow(/blocked by competitor_mention/)
    await expect(ask('Who is there?')).rejects.toThrow(/redaction/)
  })
})
