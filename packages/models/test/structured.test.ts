import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { z } from 'zod'
import { jsonSchemaOf, readAnswer } from '../src/structured.ts'

const answer = { name: 'verdict', schema: z.object({ unsafe: z.boolean(), why: z.string().max(20) }) }

describe('readAnswer', () => {
  const value = { unsafe: true, why: 'a {b} [c]' }
  const text = JSON.stringify(value)
  test.each([
    ['plain', text],
    ['in a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['in a sentence', `Here it is: ${text} Anything else?`],
    ['after thoughts', `<think>maybe {"unsafe": false} or [1]</think>\n${text}`],
  ])('reads a value %s', (_title, reply) => {
    expect(readAnswer(reply, answer)).toEqual({ fits: true, value })
  })

  test.each([
    ['', ['it is not JSON']],
    ['I cannot do that', ['it is not JSON']],
    ['{"unsafe": tru', ['it is not JSON']],
    ['}{', ['it is not JSON']],
  ])('%j cannot be read', (reply, faults) => {
    expect(readAnswer(reply, answer)).toEqual({ fits: false, faults })
  })

  test('names the error and its path', () => {
    const reading = readAnswer('{"unsafe": 1, "why": "x"}', answer)
    expect(reading).toMatchObject({ fits: false, faults: [expect.stringMatching(/^unsafe: /)] })
  })

  test('a bare value is a value', () => {
    expect(readAnswer('null', { name: 'nothing', schema: z.null() })).toEqual({ fits: true, value: null })
  })

  test('a long answer of opening brackets is read in linear time', () => {
    const effort_ms = startEffort()
    expect(readAnswer('['.repeat(200_000), answer).fits).toBe(false)
    expect(effort_ms()).toBeLessThan(6_000)
  })
})

test('the schema sent to the model describes the required output', () => {
  const schema = z.object({ score: z.number().default(0), at: z.string().transform((text) => text.length) })
  expect(jsonSchemaOf({ name: 'x', schema })).toMatchObject({
    type: 'object',
    required: ['at'],
    properties: { score: { type: 'number' }, at: { type: 'string' } },
  })
})
