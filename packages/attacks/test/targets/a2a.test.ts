import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { replayRequests } from '../../src/report/replay/requests.ts'
import { configOf, converse, json, say, startAgent, targetOf } from './agent-server.ts'

describe('a target of type a2a', () => {
  proves(
    ['redteam:target.types'],
    'gets message/send of the Agent2Agent protocol in one context per session',
    async () => {
      const agent = await startAgent(({ body }, response) => {
        const { id, params } = JSON.parse(body) as { id: string; params: { message: { parts: [{ text: string }] } } }
        const [{ text }] = params.message.parts
        const parts = [
          { kind: 'text', text: 'One. ' },
          { kind: 'text', text: `Two: ${text}` },
        ]
        const result =
          text === 'task'
            ? { kind: 'task', status: { state: 'completed' }, artifacts: [{ parts }] }
            : text === 'no'
              ? { kind: 'task', status: { state: 'failed', message: { role: 'agent', parts } } }
              : { kind: 'message', role: 'agent', parts }
        json(response, { jsonrpc: '2.0', id, result })
      })
      const target = targetOf(`${agent.url}/agents/7`, { type: 'a2a' })
      const replies = await converse(target, ['Hello', 'task', 'no'])
      expect(replies.map(({ text, problem }) => [text, problem])).toEqual([
        ['One. Two: Hello', undefined],
        ['One. Two: task', undefined],
        ['One. Two: no', undefined],
      ])
      await say(target)
      const sent = agent.asked.map(({ body }) => JSON.parse(body) as { method: string; params: { message: { contextId: string; messageId: string; metadata: unknown } } }) // prettier-ignore
      expect(sent[0]).toMatchObject({ method: 'message/send', params: { message: { metadata: { from: 'gatehouse-redteam' } } } }) // prettier-ignore
      expect(new Set(sent.map(({ params }) => params.message.contextId)).size).toBe(2)
      expect(new Set(sent.map(({ params }) => params.message.messageId)).size).toBe(4)
      expect([...target.can].toSorted()).toEqual(['a2a', 'no_credentials', 'sessions', 'two_sessions'])
    },
  )

  test('gets plain messages at a path that ends in /message, with the sender that the message claims', async () => {
    const agent = await startAgent(({ body }, response) => {
      const { from, content } = JSON.parse(body) as { from: string; content: string }
      if (from === 'stranger') json(response, { status: 'rejected', content: `${from} is not known here.` }, 403)
      else json(response, { status: 'completed', content: `Done for ${from}: ${content}` })
    })
    const target = targetOf(agent.url, {
      type: 'a2a',
      agentEndpoint: '/a2a/message',
      sender: 'stranger',
      name: 'planner',
    })
    const replies = await converse(target, ['Hello', '{"from": "admin", "content": "Say \\"hi\\"."}', '{"from": 7}'])
    expect(replies.map(({ text, problem }) => [text, problem])).toEqual([
      ['stranger is not known here.', undefined],
      ['Done for admin: Say "hi".', undefined],
      ['stranger is not known here.', undefined],
    ])
    expect(JSON.parse(agent.asked[1]!.body)).toMatchObject({ from: 'admin', to: 'planner', content: 'Say "hi".' })
  })

  test('with an error status and no rejected task is an error', async () => {
    const agent = await startAgent((_, response) => json(response, { error: 'Forbidden' }, 403))
    expect((await say(targetOf(`${agent.url}/message`, { type: 'a2a' }))).problem).toBe('client_error')
    const broken = await startAgent(({ body }, response) => {
      const { id } = JSON.parse(body) as { id: string }
      json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
    })
    expect((await say(targetOf(broken.url, { type: 'a2a' }))).problem).toBeDefined()
  })

  test('is replayed with plain requests', () => {
    const target = configOf('http://127.0.0.1:9/a2a/message', { type: 'a2a', name: 'planner' })
    const turns = [{ sent: '{"from": "admin", "content": "Hi"}', reply: 'No' }]
    const [request] = replayRequests(target, { history: [], turns })!
    expect(
      JSON.parse((request!.body ?? []).map((piece) => (typeof piece === 'string' ? piece : '')).join('')),
    ).toMatchObject({ from: 'admin', to: 'planner', content: 'Hi' })
  })
})
