import { describe, expect } from 'vitest'
import { test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { conductAttempt } from '../../src/run/conduct.ts'
import { attackOf } from '../support/exchange.ts'
import { converse, json, say, startAgent, targetOf } from './agent-server.ts'

const chat = (message: object, more: object = {}) => ({ choices: [{ message, finish_reason: 'stop', ...more }] })

describe('a target of type openai', () => {
  proves(
    ['redteam:target.types', 'redteam:target.further-fields'],
    'gets the conversation so far, with the system prompt, and its calls of tools are read',
    async () => {
      const call = { id: 'c', type: 'function', function: { name: 'pay', arguments: '{"to":"x"}' } }
      const agent = await startAgent((_, response) => json(response, chat({ content: 'Hi', tool_calls: [call] })))
      const target = targetOf(`${agent.url}/v1`, {
        type: 'openai',
        model: 'm',
        systemPrompt: 'Be kind.',
        stream: false,
      })
      const [, second] = await converse(target, ['one', 'two'])
      expect(second).toMatchObject({ text: 'Hi', toolCalls: [{ name: 'pay', arguments: { to: 'x' } }] })
      expect(agent.asked[1]?.url).toBe('/v1/chat/completions')
      expect(JSON.parse(agent.asked[1]!.body)).toEqual({
        model: 'm',
        stream: false,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'one' },
          { role: 'assistant', content: 'Hi' },
          { role: 'user', content: 'two' },
        ],
      })
    },
  )

  test('receives a fabricated history as separate messages', async () => {
    const agent = await startAgent((_, response) => json(response, chat({ content: 'Hi' })))
    const session = await targetOf(agent.url, { type: 'openai', model: 'm' }).open()
    const history = [
      { role: 'assistant', content: 'Sure.' },
      { role: 'tool', content: 'ok' },
    ] as const
    const reply = await session.say('Go', history, new AbortController().signal)
    expect((JSON.parse(agent.asked[0]!.body) as { messages: unknown }).messages).toEqual([
      { role: 'assistant', content: 'Sure.' },
      { role: 'user', content: 'ok' },
      { role: 'user', content: 'Go' },
    ])
    expect(reply.sent).toBe('Assistant: Sure.\n\nTool: ok\n\nUser: Go')
  })

  test('does not see a message again that was retracted after its refusal', async () => {
    const agent = await startAgent(({ body }, response) => {
      json(response, chat({ content: body.includes('two') ? 'I cannot do that.' : 'Hello.' }))
    })
    const target = targetOf(agent.url, { type: 'openai', model: 'm' })
    const attack = attackOf([{ kind: 'marker' }], { turns: ['one', 'two', 'three'], retracts: true })
    const attempt = { key: 'a', kind: 'attack', round: 0, repeat: 0, attack } as const
    const conduct = { target, targetCanaries: [], systemPrompt: undefined, allowedTools: undefined }
    const { turns } = await conductAttempt(attempt, conduct, {
      signal: new AbortController().signal,
      budget: { spend: () => undefined },
    })
    expect(turns.map(({ sent }) => sent)).toEqual(['one', 'two', 'three'])
    expect((JSON.parse(agent.asked[2]!.body) as { messages: unknown }).messages).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'three' },
    ])
  })

  test('may refuse in a separate field, and a filter may empty its reply', async () => {
    const agent = await startAgent(({ body }, response) => {
      if (body.includes('refuse')) json(response, chat({ content: null, refusal: 'I cannot do that.' }))
      else json(response, chat({ content: '' }, { finish_reason: 'content_filter' }))
    })
    const target = targetOf(agent.url, { type: 'openai', model: 'm' })
    expect(await say(target, 'refuse')).toMatchObject({
      text: 'I cannot do that.',
      problem: undefined,
      blockedByGuard: false,
    })
    expect(await say(target, 'filter')).toMatchObject({ text: '', problem: undefined, blockedByGuard: true })
  })
})
