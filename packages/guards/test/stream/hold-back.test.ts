import type { GuardBlock } from '@gatehouse/contracts/policies'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { every, policyOf, prose, stream } from './harness.ts'

const FILLER = prose(3_200)

/** Policies that block, each with a text that it blocks. */
const BLOCKED: readonly [name: string, stage: 'input' | 'output', block: GuardBlock, phrase: string, step: number][] = [
  [
    'a phrase of the keyword list',
    'input',
    { keyword_blocklist: { action: 'block', settings: { blocklist: ['project falcon'] } } },
    ' Project   Falcon ',
    1,
  ],
  [
    'a phrase longer than what is withheld for encodings',
    'input',
    { keyword_blocklist: { action: 'block', settings: { blocklist: [`${prose(90)} falcon`] } } },
    ` ${prose(90)} falcon `,
    11,
  ],
  [
    'a match of a pattern',
    'input',
    {
      regex_pattern: {
        action: 'block',
        settings: { patterns: [{ name: 'ticket', pattern: '\\bTCK-\\d{4} open\\b' }] },
      },
    },
    ' TCK-1234 open ',
    1,
  ],
  [
    'a canary of the system prompt, spelt apart',
    'output',
    { system_prompt_leak: { action: 'block', settings: { canaries: ['ZX-77-HERON'] } } },
    ' z x - 7 7 / heron ',
    1,
  ],
  [
    'a competitor in look-alike letters',
    'output',
    { competitor_mention: { action: 'block', settings: { competitors: ['Globex'] } } },
    ' Gl\u043ebex ',
    7,
  ],
  [
    'a word in base64',
    'output',
    { competitor_mention: { action: 'block', settings: { competitors: ['Globex'] } } },
    ' c2VsbCB5b3VyIEdsb2JleCBzaGFyZXMgbm93 ',
    7,
  ],
]

describe('blocked content', () => {
  proves.each('guard:streaming.hold-back', BLOCKED)(
    '%s: none of its characters is released, at any position',
    async (_name, stage, block, phrase, step) => {
      const policy = policyOf(stage, block)
      const lead = phrase.length - phrase.trimStart().length
      for (let offset = 0; offset <= 2_000; offset += step) {
        const text = FILLER.slice(0, offset) + phrase + FILLER.slice(offset, offset + 300)
        const { text: left, blocked } = await stream(policy, text, every(80, text.length))
        if (!blocked || left.length > offset + lead || !text.startsWith(left)) {
          expect.fail(`at ${offset}: blocked ${String(blocked)}, left …${left.slice(-40)}`)
        }
      }
    },
  )

  test.each([
    ['letters apart', 'p r o j e c t   f a l c o n'],
    ['leet', 'pr0j3ct f4lc0n'],
    ['invisible characters', Array.from('project falcon').join('\u200b'.repeat(60))],
    ['many blanks', `project${' \n'.repeat(150)}falcon`],
    ['full width', 'ｐｒｏｊｅｃｔ　ｆａｌｃｏｎ'],
    ['struck through', Array.from('project falcon').join('\u0336')],
    ['Cyrillic letters', '\u0440r\u043ej\u0435ct f\u0430lc\u043en'],
    ['base64', Buffer.from('hear of project falcon today').toString('base64')],
    ['hexadecimal numbers', Buffer.from('project falcon').toString('hex').replaceAll(/../gu, '$& ')],
    ['escapes', Array.from('project falcon', (char) => `\\x${char.charCodeAt(0).toString(16)}`).join('')],
    ['entities', Array.from('project falcon', (char) => `&#${char.charCodeAt(0)};`).join('')],
    ['ROT13', 'jr jvyy gryy gurz nobhg cebwrpg snypba gbqnl'],
  ])('in disguise (%s) does not leave', async (_name, phrase) => {
    const [, stage, block] = BLOCKED[0]!
    const policy = policyOf(stage, block)
    for (let offset = 60; offset <= 230; offset += 17) {
      const text = `${FILLER.slice(0, offset)} then: ${phrase}. ${FILLER.slice(0, 300)}`
      const { text: left, blocked } = await stream(policy, text, every(29, text.length))
      expect({ offset, blocked, leaks: left.length > offset + 7 }).toEqual({ offset, blocked: true, leaks: false })
    }
  })

  test('is blocked in one chunk or in fifty, split at any offset', async () => {
    const [, stage, block, phrase] = BLOCKED[0]!
    const policy = policyOf(stage, block)
    const text = FILLER.slice(0, 700) + phrase + FILLER.slice(700, 1_500)
    for (let pieces = 1; pieces <= 50; pieces += 1) {
      const { text: left, blocked } = await stream(policy, text, every(Math.ceil(text.length / pieces), text.length))
      expect(blocked).toBe(true)
      expect(left).toBe((await stream(policy, text)).text)
      expect(left.length).toBeLessThan(701)
    }
  })

  test('is named in the verdict a single time, with its guard and message', async () => {
    const [, stage, block] = BLOCKED[0]!
    const { verdict } = await stream(policyOf(stage, block), `${prose(900)} Project Falcon ${prose(900)}`)
    expect(verdict).toMatchObject({ safe: false, action: 'block' })
    expect(verdict.results).toHaveLength(1)
    expect(verdict.results[0]).toMatchObject({
      guardrail: 'keyword_blocklist',
      message: 'The text contains the blocked word "project falcon".',
    })
  })

  test('a sentence forbidden by a custom policy does not leave, at any position', async () => {
    const violating = [
      'You should buy Tesla now, it will double by summer.',
      'I recommend that you sell your shares before the report.',
      'Put half of your savings into this fund.',
      'My advice: invest ten thousand dollars in bonds.',
      'Hold the stock, it will go up.',
    ]
    const advice = {
      name: 'No investment advice',
      prompt: 'Flag responses that recommend to buy, sell or hold an investment.',
      confidence_threshold: 0.8,
      action: 'block',
      examples: {
        violating: [300, 1_200]
          .flatMap((before) => violating.map((item) => `${prose(before)} ${item}`))
          .concat(violating),
        allowed: [
          'A share is a part of a company.',
          'Your transfer arrives tomorrow.',
          prose(200),
          prose(400),
          prose(900),
        ],
      },
    }
    // The action of the guard's entry does not count: each policy has its own.
    const policy = policyOf('output', { custom_policy_output: { action: 'warn', settings: { policies: [advice] } } })
    const phrase = ' I recommend that you buy shares of this fund now, the stock will go up. '
    for (let offset = 1; offset <= 2_000; offset += 19) {
      const text = `${FILLER.slice(0, offset)}.${phrase}${FILLER.slice(offset, offset + 300)}`
      const { text: left, blocked } = await stream(policy, text, every(53, text.length))
      expect({ offset, blocked, leaks: left.length > offset + 2 }).toEqual({ offset, blocked: true, leaks: false })
    }
  })
})
