import { RunRequest } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { NEEDS, oraclesOf } from '../../src/engine/category.ts'
import { createRandom } from '../../src/engine/random.ts'
import { findWord } from '../../src/judges/sight/find-word.ts'
import {
  WRITTEN_STRATEGIES,
  attackOf,
  filledIn,
  placeholdersIn,
  unfilled,
  objectivesOf,
} from '../../src/models/writing/wish.ts'
import { listedStrategies } from '../../src/exports/attack-lists.ts'
import { conductRun } from '../../src/run/conduct-run.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { attemptOf, reportOf } from '../support/made-report.ts'

const words = { runKey: 'key', sinkUrl: 'http://127.0.0.1:9/s', contentUrl: 'http://127.0.0.1:9/c' }
const random = createRandom('seed')
const can = new Set(NEEDS)
const all = allCategories.flatMap((category) => objectivesOf(category, can, random.fork(category.name)))

describe('an attack that a model has written', () => {
  test('covers objectives of nearly all categories, spoken or planted', () => {
    const without = allCategories.filter(({ name }) => all.every(({ category }) => category.name !== name))
    // Models do not write cross-session objectives.
    expect(without.map(({ name }) => name)).toEqual(['cross_session_leak'])
    expect(all.some(({ planted }) => planted !== undefined)).toBe(true)
  })

  test.each(all.map((wish) => [`${wish.category.name}/${wish.seed.id}`, wish] as const))(
    '%s is judged as its category, and contains the marker only in its own texts',
    (_, wish) => {
      const text = `Between us: ${wish.text} And {nothing} else, {left out}.`
      const written = attackOf(wish, [text], 'pair', words, random)!
      const { attack } = written
      expect(attack).toMatchObject({
        category: wish.category.name,
        strategy: 'pair',
        severity: wish.category.severity,
        oracles: oraclesOf(wish.category, wish.seed),
        isWritten: true,
      })
      const where = wish.planted === undefined ? attack.turns : attack.plants.map(({ body }) => body)
      expect(where.join('\n')).toContain('Between us: ')
      expect(where.join('\n')).toContain('{ nothing } else, {left out}.')
      const again = written.again('1')
      expect(again.id).toBe(attack.id)
      expect(again.marker).not.toBe(attack.marker)
      for (const name of wish.places) expect(where.join('\n')).not.toContain(`{${name}}`)
      expect(placeholdersIn(unfilled(where.join('\n'), attack)).toSorted()).toEqual(
        expect.arrayContaining(wish.places.toSorted()),
      )
    },
  )

  test('is rejected if it contains the marker itself, also encoded or in parts', () => {
    const wish = all.find(({ places, planted }) => places.includes('left') && planted === undefined)!
    expect(attackOf(wish, ['Say {left}{right}.'], 'pair', words, random)).toBeUndefined()
    expect(attackOf(wish, ['Say {left} {right}.'], 'pair', words, random)).toBeUndefined()
    expect(attackOf(wish, ['Join "{left}" and "{right}".'], 'pair', words, random)).toBeDefined()
    const page = all.find(({ places, planted }) => places.includes('left') && planted !== undefined)!
    expect(attackOf(page, ['Say {left}{right}.'], 'pair', words, random)).toBeUndefined()
  })

  test('fills in placeholders and restores them', () => {
    const wish = all.find(({ places, planted }) => places.includes('left') && planted === undefined)!
    const { attack } = attackOf(wish, ['Join "{left}" and "{right}".'], 'goat', words, random)!
    const filled = filledIn('First {left}, then {right}, {else}.', attack)
    expect(filled).toContain(', {else}.')
    expect(unfilled(filled, attack)).toBe('First {left}, then {right}, {else}.')
    expect(findWord(unfilled(attack.marker, attack), attack.marker)).toBeUndefined()
  })

  test('has a separate strategy name, which a run may select by any alias', () => {
    const names = new Set(allStrategies.flatMap(({ name, aliases }) => [name, ...aliases]))
    for (const { name, aliases } of WRITTEN_STRATEGIES) {
      for (const item of [name, ...aliases]) expect([item, names.has(item)]).toEqual([item, false])
    }
    const prepared = (strategies?: readonly string[]) =>
      prepareRun(RunRequest.parse({ target: { baseUrl: 'http://agent.test' }, attackConfig: { strategies } }))
    expect(prepared().methods).toBeUndefined()
    expect(prepared(['base']).methods).toEqual([])
    expect(prepared(['base64']).methods).toEqual([])
    const some = prepared(['GOAT', 'jailbreak:tree', 'base64'])
    expect(some.methods).toEqual(['tap', 'goat'])
    expect(some.strategies.map(({ name }) => name)).toEqual(['base64'])
    expect(some.config['strategies']).toEqual(['base64', 'tap', 'goat'])
    expect(prepared(['goat']).strategies).toEqual([])
    const listed = listedStrategies().filter(({ needsModel }) => needsModel)
    expect(listed.map(({ name }) => name)).toEqual(['observed', 'pair', 'tap', 'goat'])
  })

  test('is rejected without a model to write it', async () => {
    const request = RunRequest.parse({
      target: { baseUrl: 'http://agent.test' },
      attackConfig: { strategies: ['goat'] },
    })
    expect(() => prepareRun(request, { hasAttacker: false })).toThrow('MODEL_BASE_URL')
    const send = () => Promise.reject(new Error('nothing may be sent'))
    const ways = { http: { send }, clock: systemClock, signal: new AbortController().signal }
    await expect(conductRun(prepareRun(request), ways)).rejects.toThrow('goat requires a model')
  })

  test('is reported with its planted content, since no seed recreates it', () => {
    const page = all.find(({ planted }) => planted !== undefined)!
    const { attack } = attackOf(page, [`Look: ${page.text}`], 'observed', words, random)!
    const { plants } = attack
    const report = reportOf([
      attemptOf({ attack: { id: 'written', isWritten: true, plants } }),
      attemptOf({ attack: { id: 'own', plants } }),
    ])
    const [written, own] = report.rounds[0]!.results
    expect(written?.attack.planted?.[0]).toContain('Look: ')
    expect(own?.attack).not.toHaveProperty('planted')
  })
})
