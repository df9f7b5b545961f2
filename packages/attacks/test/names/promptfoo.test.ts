import { RunRequest } from '@gatehouse/contracts/redteam'
import { describe, expect, test } from 'vitest'
import { CARRIER_STRATEGIES } from '../../src/carriers/strategies.ts'
import { allCategories } from '../../src/categories.gen.ts'
import { byName, type Named } from '../../src/engine/names.ts'
import { WRITTEN_STRATEGIES } from '../../src/models/writing/wish.ts'
import { type ForeignNames, PROMPTFOO_PLUGINS, PROMPTFOO_STRATEGIES } from '../../src/names/promptfoo.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { allStrategies } from '../../src/strategies.gen.ts'

const strategies = [...allStrategies, ...CARRIER_STRATEGIES, ...WRITTEN_STRATEGIES]

const requestOf = (categories: string[], attackConfig: object = {}): RunRequest =>
  RunRequest.parse({ target: { baseUrl: 'http://agent.test' }, categories, attackConfig })

const namesIn = (foreign: ForeignNames): [string, readonly string[]][] =>
  Object.entries(foreign).flatMap(([name, value]) => ('reason' in value ? [] : [[name, value] as const])) as never

describe.each<[string, ForeignNames, readonly Named[]]>([
  ['plugins', PROMPTFOO_PLUGINS, allCategories],
  ['strategies', PROMPTFOO_STRATEGIES, [...strategies, { name: 'base', aliases: [] }]],
])('%s of promptfoo', (_kind, foreign, units) => {
  const find = byName(units)

  test('every mapped and every closest name exists', () => {
    const targets = Object.values(foreign).flatMap((value) => ('reason' in value ? [value.closest ?? units[0]!.name] : value)) // prettier-ignore
    const known = new Set(units.map(({ name }) => name))
    expect(targets.filter((name) => !known.has(name))).toEqual([])
  })

  test('an alias of ours and an entry of the table mean the same', () => {
    const differing = namesIn(foreign).flatMap(([name, ours]) => {
      const own = find(name)?.unit.name
      return own === undefined || ours.includes(own) ? [] : [`${name}: ${own} and ${ours.join(', ')}`]
    })
    expect(differing).toEqual([])
    const refused = Object.entries(foreign).flatMap(([name, value]) => ('reason' in value && find(name) ? [name] : []))
    expect(refused).toEqual([])
  })
})

test('a run accepts every supported plugin and strategy, and reports the requested name', () => {
  for (const [name, ours] of namesIn(PROMPTFOO_PLUGINS)) {
    const prepared = prepareRun(requestOf([name]))
    expect(ours).toEqual(expect.arrayContaining(prepared.categories.map((category) => category.name)))
  }
  const { aliases, categories } = prepareRun(requestOf(['telecom:cpni-disclosure', 'Prompt-Extraction', 'jailbreak']))
  expect(categories.map(({ name }) => name).toSorted()).toEqual(['jailbreak', 'pii_disclosure', 'system_prompt_leak'])
  expect(aliases.get('pii_disclosure')).toBe('telecom:cpni-disclosure')
  for (const [name] of namesIn(PROMPTFOO_STRATEGIES)) {
    if (name !== 'image' && name !== 'audio') prepareRun(requestOf(['jailbreak'], { strategies: [name] }))
  }
  expect(() => prepareRun(requestOf(['jailbreak'], { strategies: ['image'] }))).toThrow(
    'add image to target.attachments',
  )
  const { config } = prepareRun(requestOf(['jailbreak'], { strategies: ['other-encodings', 'role_play+homoglyph', 'jailbreak'] })) // prettier-ignore
  expect(config['strategies']).toEqual(['emoji_letters', 'morse', 'pig_latin', 'camel_case', 'role_play+homoglyphs', 'pair']) // prettier-ignore
})

test.each([
  [['harmbench'], [], 'Unsupported promptfoo plugin "harmbench". The plugin sends a dataset.'],
  [['telecom:tcpa-violation'], [], 'Closest: unauthorized_commitment.'],
  [['jailbreak'], ['gcg'], 'Unsupported promptfoo strategy "gcg". The strategy needs the gradients of a model. Closest: ascii_noise.'], // prettier-ignore
  [['jailbreak'], ['layer'], 'Combine strategies with +, e.g. role_play+base64.'],
  [['jailbreak'], ['role_play+gcg'], 'Unsupported promptfoo strategy "gcg".'],
  [['telecom:cpni-disclosur'], [], 'Unknown category "telecom:cpni-disclosur". Similar: pii_disclosure.'],
])('%j with %j is refused with the reason', (categories, names, message) => {
  expect(() => prepareRun(requestOf(categories, names.length === 0 ? {} : { strategies: names }))).toThrow(message)
})
