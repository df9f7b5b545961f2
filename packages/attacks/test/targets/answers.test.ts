import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { readPath } from '../../src/targets/paths.ts'
import { readValue } from '../../src/targets/read-answer.ts'
import { eventText, replyText } from '../../src/targets/reply-text.ts'
import { toolCalls } from '../../src/targets/tool-calls.ts'

describe('the words of an answer', () => {
  proves(
    ['redteam:target.response-path', 'redteam:request.response-path'],
    'stand where the path says, and nowhere else',
    () => {
      expect(replyText({ a: [{ b: 'x' }], response: 'y' }, 'a.0.b')).toBe('x')
      expect(replyText({ response: 'y' }, 'a.0.b')).toBeUndefined()
    },
  )

  test.each([
    [{ choices: [{ message: { content: 'x' } }] }],
    [{ content: [{ type: 'text', text: 'x' }] }],
    [{ output: [{ content: [{ type: 'output_text', text: 'x' }] }] }],
    [{ message: { role: 'assistant', content: 'x' } }],
    [{ response: 'x' }],
    [{ reply: 'x', message: 'ok' }],
    [{ data: { answer: 'x' } }],
    ['x'],
  ])('are found without a path in %j', (answer) => {
    expect(replyText(answer, undefined)).toBe('x')
  })

  test.each([
    [{ message: 'success', data: { reply: 'x' } }],
    [{ message: 'OK.', result: { text: 'x' } }],
    [{ result: true, text: 'x', data: { text: 'y' } }],
    [{ response: 200, data: { answer: 'x' } }],
    [{ message: 'Your request was processed successfully', data: { output: 'x' } }],
  ])('is not the status text if a reply is present, in %j', (answer) => {
    expect(replyText(answer, undefined)).toBe('x')
  })

  test.each([
    [{ message: 'ok' }, 'ok'],
    [{ reply: 'Done.', data: { id: 1 } }, 'Done.'],
    [{ message: 'I sent the codes successfully', data: { text: 'y' } }, 'I sent the codes successfully'],
    [{ result: 42 }, '42'],
    [{ reply: '4821', data: { text: 'y' } }, '4821'],
  ])('are also short, in %j', (answer, words) => {
    expect(replyText(answer, undefined)).toBe(words)
  })

  const asked = { role: 'user', content: 'my attack' }
  test.each([
    [{ messages: [asked, { role: 'assistant', content: 'x' }] }],
    [
      {
        messages: [
          { type: 'human', content: 'my attack' },
          { type: 'tool', content: 'found' },
          { type: 'ai', content: 'x' },
        ],
      },
    ],
    [{ messages: [{ role: 'assistant', content: 'hello' }, asked, { role: 'assistant', content: [{ text: 'x' }] }] }],
    [{ output: [{ role: 'system', content: 'be kind' }, asked, { role: 'assistant', content: 'x' }] }],
    [{ message: asked, reply: 'x' }],
  ])('is the last message of the agent, not the request, in %j', (answer) => {
    expect(replyText(answer, undefined)).toBe('x')
  })

  test.each([
    [
      {
        content: [
          { type: 'text', text: 'Sure. ' },
          { type: 'tool_use', name: 'a' },
          { type: 'text', text: 'The code' },
        ],
      },
    ],
    [
      {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Sure. The code' },
        ],
      },
    ],
    [
      {
        candidates: [{ content: { parts: [{ text: 'hm', thought: true }, { text: 'Sure. ' }, { text: 'The code' }] } }],
      },
    ],
    [
      {
        output: [
          { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'hm' }] },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sure. The code' }] },
        ],
      },
    ],
  ])('includes all text parts without reasoning, in %j', (answer) => {
    expect(replyText(answer, undefined)).toBe('Sure. The code')
  })

  test('of streams are found piece by piece', () => {
    expect(eventText({ choices: [{ delta: { content: 'x' } }] }, undefined)).toBe('x')
    expect(eventText({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'x' } }, undefined)).toBe('x')
    expect(eventText({ choices: [{ delta: { role: 'assistant' } }] }, undefined)).toBeUndefined()
  })

  test('never reads from a prototype', () => {
    expect(readPath({}, 'constructor.name')).toBeUndefined()
    expect(readPath([1, 2], '1')).toBe(2)
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, path) => {
        replyText(value, path)
        toolCalls(value, undefined)
      }),
    )
  })
})

describe('a response with an error status', () => {
  const anywhere = { responsePath: undefined, toolCallsPath: undefined }
  test.each([
    [{ status: 'error', message: 'Rate limit exceeded' }],
    [{ success: false, message: 'The model is overloaded.' }],
    [{ error: { code: 17 }, message: 'Something went wrong' }],
    [{ error: 'timeout', detail: 'no answer', message: 'Try again later' }],
  ])('is no reply, regardless of its HTTP status: %j', (value) => {
    expect(readValue(value, anywhere)).toMatchObject({ problem: 'server_error' })
  })

  test.each([
    [{ error: null, success: true, message: 'Hello' }],
    [{ error: {}, message: 'Hello' }],
    [{ status: 'error', message: 'Sorry, I cannot help with that request.' }],
    [{ error: { code: 'content_filter' }, message: 'Your text was stopped.' }],
    [{ status: 'error', reply: 'Hello' }],
    [{ status: 'failed', message: 'No', tool_calls: [{ name: 'pay', arguments: {} }] }],
  ])('is a reply if the agent speaks, declines or acts, or a guard blocks: %j', (value) => {
    expect(readValue(value, anywhere).problem).toBeUndefined()
  })

  test('uses the configured response path', () => {
    const value = { status: 'error', message: 'Hello' }
    expect(readValue(value, { ...anywhere, responsePath: 'message' })).toMatchObject({
      text: 'Hello',
      problem: undefined,
    })
  })
})

describe('calls of tools', () => {
  test('are read in OpenAI’s shape', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: '{"to":"x"}' } }
    expect(toolCalls({ choices: [{ message: { tool_calls: [call] } }] }, undefined)).toEqual([
      { name: 'pay', arguments: { to: 'x' }, wasExecuted: undefined },
    ])
    const items = [
      { type: 'function_call', call_id: 'c1', name: 'pay', arguments: '{"to":"x"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'done' },
      { type: 'message', content: [] },
    ]
    expect(toolCalls({ output: items }, undefined)).toEqual([
      { name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: 'done' },
    ])
  })

  test('are read in Anthropic’s shape, with their results', () => {
    const content = [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 't1', name: 'pay', input: { to: 'x' } },
      { type: 'tool_result', tool_use_id: 't1', content: 'done' },
    ]
    expect(toolCalls({ content }, undefined)).toEqual([
      { name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: 'done' },
    ])
  })

  proves(['redteam:target.tool-calls-path'], 'are read where the path says, in plain shapes and MCP’s', () => {
    const steps = [{ tool: 'pay', args: { to: 'x' }, result: { ok: true } }, 'search']
    expect(toolCalls({ debug: { steps } }, 'debug.steps')).toEqual([
      { name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: '{"ok":true}' },
      { name: 'search', arguments: {}, wasExecuted: undefined },
    ])
    const mcp = [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pay', arguments: { to: 'x' } } }]
    expect(toolCalls({ log: mcp }, 'log')).toEqual([{ name: 'pay', arguments: { to: 'x' }, wasExecuted: undefined }])
  })

  const pay = { name: 'pay', args: { to: 'x' }, id: 'c1' }
  const paid = { name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: 'done' }
  test.each([
    [
      [
        { type: 'human', content: 'Hi' },
        { type: 'ai', content: '', tool_calls: [{ name: 'old', args: {}, id: 'c0' }] },
        { type: 'human', content: 'Pay' },
        { type: 'ai', name: 'clerk', content: '', tool_calls: [pay] },
        { type: 'tool', name: 'pay', tool_call_id: 'c1', content: 'done' },
        { type: 'ai', name: 'clerk', content: 'I cannot.' },
      ],
    ],
    [
      [
        { role: 'user', content: 'Pay' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'So' },
            { type: 'tool_use', id: 'c1', name: 'pay', input: { to: 'x' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] },
        { role: 'assistant', content: 'I cannot.' },
      ],
    ],
  ])('are read from conversations, for the last message only: %j', (messages) => {
    expect(toolCalls({ messages }, undefined)).toEqual([paid])
    expect(toolCalls({ messages }, 'messages')).toEqual([paid])
  })

  test('are not read from texts', () => {
    expect(toolCalls({ content: [{ type: 'text', text: 'pay' }] }, undefined)).toEqual([])
    expect(toolCalls({ response: 'I called pay.', output: ['pay'] }, undefined)).toEqual([])
  })
})
