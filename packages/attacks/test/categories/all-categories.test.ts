import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { type Category, type Need, NEEDS, type Seed } from '../../src/engine/category.ts'
import { countTexts, type Grammar, writeText } from '../../src/engine/grammar.ts'
import type { Oracle } from '../../src/engine/oracle.ts'
import { planRound, type PlanSetup } from '../../src/engine/plan.ts'
import { createRandom } from '../../src/engine/random.ts'
import { mitreAtlas } from '../../src/frameworks/mitre-atlas.ts'
import { owaspAgentic2026 } from '../../src/frameworks/owasp-agentic-2026.ts'
import { owaspLlm2025 } from '../../src/frameworks/owasp-llm-2025.ts'
import { owaspLlm2026 } from '../../src/frameworks/owasp-llm-2026.ts'
import { TAXONOMY } from '../../src/frameworks/taxonomy.ts'
import { findWord } from '../../src/judges/sight/find-word.ts'

/** Minimum number of texts per category; default categories need more, so that a long run does not repeat itself. */
const TEXTS_MIN = 40
const TEXTS_MAIN_MIN = 200
const LANGUAGES_MAIN_MIN = 3
const SEEDS_MAIN_MIN = 3
/** Texts drawn from each seed. In 60 draws, chance misses one of three texts in fewer than one of 10 billion seeds. */
const DRAWS = 60
/** Chance does not find every text of a small grammar. */
const PLANNED_MIN = 30
const PLACES = /\{([a-z][a-z0-9_]*)\}/g

const SETUP: Omit<PlanSetup, 'categories'> = {
  strategies: [],
  random: createRandom('seed'),
  words: { runKey: 'key', sinkUrl: 'http://127.0.0.1:9/s', contentUrl: 'http://127.0.0.1:9/c' },
  can: new Set(NEEDS),
  adaptiveRounds: 0,
  maxAttacksPerCategory: 40,
  strategiesPerRound: 1,
  maxMultiTurnSteps: 100,
}

const guards = await namesOfGuards()
const each = allCategories.map((category) => [category.name, category] as const)

/** Returns every alternative of every placeholder, each text once, so that rare alternatives are checked too. */
function textsIn({ texts, words }: Grammar): readonly string[] {
  return [...texts, ...Object.values(words).flat()]
}

/** Returns the placeholders that the grammar itself does not replace. */
function openPlaces(grammar: Grammar): ReadonlySet<string> {
  const places = textsIn(grammar).flatMap((text) => [...text.matchAll(PLACES)].map(([, name]) => name!))
  return new Set(places.filter((name) => !Object.hasOwn(grammar.words, name)))
}

/** Returns the messages of a conversation, and of an earlier one. */
const saidOf = ({ before = [], turns }: Seed): readonly Grammar[] => [...before, ...turns]
const plantsOf = ({ plants = [] }: Seed): readonly Grammar[] => plants.map(({ text }) => text)
const placesOf = (grammars: readonly Grammar[]) => new Set(grammars.flatMap((grammar) => [...openPlaces(grammar)]))

const countOf = (seed: Seed): number =>
  [...saidOf(seed), ...plantsOf(seed)].reduce((product, grammar) => product * countTexts(grammar), 1)

async function namesOfGuards(): Promise<ReadonlySet<string>> {
  const folders = ['input', 'output', 'shared', 'agentic/guards']
  const files = folders.map((folder) => readdir(new URL(`../../../guards/src/${folder}`, import.meta.url)))
  return new Set((await Promise.all(files)).flat().map((name) => name.replace(/\.ts$/, '').replaceAll('-', '_')))
}

test('each category is in the taxonomy with the same group and ids', () => {
  for (const { name, group, mappings } of allCategories) {
    const entry = TAXONOMY.find((item) => item.name === name)
    expect({ name, group: entry?.group }).toEqual({ name, group })
    const listed = (code: string | undefined) => (code === undefined ? [] : [code])
    expect({ name, codes: mappings.owaspLlm2025.slice(0, 1) }).toEqual({ name, codes: listed(entry?.owaspLlm2025) })
    expect({ name, codes: mappings.asi.slice(0, 1) }).toEqual({ name, codes: listed(entry?.asi) })
    expect({ name, codes: mappings.atlas.slice(0, 1) }).toEqual({ name, codes: listed(entry?.atlas) })
  }
})

test('default categories cover many groups', () => {
  const chosen = allCategories.filter(({ isDefault }) => isDefault)
  expect(chosen.length).toBeLessThanOrEqual(40)
  expect(chosen.map(({ name }) => name)).toContain('prompt_injection')
  expect(chosen.map(({ name }) => name)).toContain('data_exfiltration')
})

describe.each(each)('%s', (_name, category: Category) => {
  const { seeds, mappings } = category

  test('has ids that there are', () => {
    const has = (framework: { readonly controls: readonly { readonly code: string }[] }, codes: readonly string[]) => {
      const known = new Set(framework.controls.map(({ code }) => code))
      expect(codes.filter((code) => !known.has(code))).toEqual([])
    }
    has(owaspLlm2025, mappings.owaspLlm2025)
    has(owaspLlm2026, mappings.owaspLlm2026)
    has(owaspAgentic2026, mappings.asi)
    has(mitreAtlas, mappings.atlas)
  })

  test('names guards that there are', () => {
    expect(category.guards.filter((name) => !guards.has(name))).toEqual([])
  })

  test('is described in full sentences', () => {
    for (const text of [category.description, category.criteria, category.remediation])
      expect(text).toMatch(/^\S.{40,}\.$/su)
    for (const { idea } of seeds) expect(idea).toMatch(/^\S.{15,}\.$/u)
    expect(category.criteria).toMatch(/withstood/i)
  })

  test('has no unfilled placeholder', () => {
    const sent = ['marker', 'left', 'right', 'sink', 'content']
    for (const seed of seeds) {
      expect([...placesOf(seed.turns)].filter((name) => !sent.includes(name))).toEqual([])
      const before = [...placesOf(seed.before ?? [])]
      expect(before.filter((name) => name !== 'canary' && !sent.includes(name))).toEqual([])
      const planted = new Set(['marker', 'left', 'right', 'sink', 'canary'])
      expect([...placesOf(plantsOf(seed))].filter((name) => !planted.has(name))).toEqual([])
    }
    expect([...openPlaces(category.benign)]).toEqual([])
  })

  test('declares the needs of its seeds and oracles', () => {
    for (const seed of seeds) {
      const needs = new Set([...category.needs, ...(seed.needs ?? [])])
      const oracles = seed.oracles ?? category.oracles
      const turns = placesOf(saidOf(seed))
      const planted = placesOf(plantsOf(seed))
      const owes = (need: Need, does: boolean) =>
        expect({ seed: seed.id, need, has: needs.has(need) || !does }).toEqual({ seed: seed.id, need, has: true })
      owes('sink', turns.has('sink') || planted.has('sink'))
      owes('content', turns.has('content'))
      owes(
        'tool_calls',
        oracles.every(({ kind }) => kind === 'tool_call'),
      )
      // Every call of an MCP server is one message of a session.
      owes('sessions', seed.turns.length > 1 && !needs.has('mcp'))
      expect({ seed: seed.id, finds: plantsOf(seed).length > 0 || !turns.has('content') }).toEqual({
        seed: seed.id,
        finds: true,
      })
      const open = new Set([...turns, ...planted])
      expect({ seed: seed.id, canSucceed: oracles.some((oracle) => canSee(oracle, open, needs)) }).toEqual({
        seed: seed.id,
        canSucceed: true,
      })
    }
  })

  test('has as many texts as a run may want', () => {
    const texts = seeds.reduce((sum, seed) => sum + countOf(seed), 0)
    expect(texts).toBeGreaterThanOrEqual(category.isDefault ? TEXTS_MAIN_MIN : TEXTS_MIN)
    expect(countTexts(category.benign)).toBeGreaterThanOrEqual(2)
    expect(new Set(seeds.map(({ language }) => language))).toContain('en')
    if (!category.isDefault) return
    expect(seeds.length).toBeGreaterThanOrEqual(SEEDS_MAIN_MIN)
    expect(new Set(seeds.map(({ language }) => language)).size).toBeGreaterThanOrEqual(LANGUAGES_MAIN_MIN)
  })

  test('repeats no alternative and defines every referenced word', () => {
    for (const grammar of [...seeds.flatMap((seed) => [...saidOf(seed), ...plantsOf(seed)]), category.benign]) {
      for (const [name, choices] of Object.entries(grammar.words)) {
        expect({ name, twice: choices.length - new Set(choices).size }).toEqual({ name, twice: 0 })
        expect({ name, count: choices.length }).not.toEqual({ name, count: 0 })
      }
    }
  })

  test('plans attacks of every seed without the full marker if its halves are requested', () => {
    const attacks = planRound(0, [], { ...SETUP, categories: [category] })
    expect(attacks.length).toBeGreaterThanOrEqual(PLANNED_MIN)
    expect(new Set(attacks.map(({ description }) => description)).size).toBe(
      new Set(seeds.map(({ idea }) => idea)).size,
    )
    for (const attack of attacks) {
      const seed = seeds.find(({ idea }) => idea === attack.description)!
      const plants = attack.plants.map(({ body }) => body)
      for (const text of [...attack.turns, ...plants, attack.benign]) expect(text).not.toMatch(PLACES)
      for (const text of attack.turns) expect(text.trim()).not.toBe('')
      expect(attack.benign).not.toMatch(/\{left\}|\{marker\}/)
      for (const canary of attack.canaries) {
        for (const text of attack.turns) expect(findWord(text, canary)).toBeUndefined()
      }
      const saysMarker = placesOf([...saidOf(seed), ...plantsOf(seed)]).has('marker')
      const texts = saysMarker ? [attack.benign] : [...attack.turns, ...plants, attack.benign]
      for (const text of texts) expect(findWord(text, attack.marker)).toBeUndefined()
    }
  })

  test('generates distinct texts', () => {
    for (const seed of seeds) {
      const random = createRandom(seed.id)
      const drawn = Array.from({ length: DRAWS }, () =>
        [...saidOf(seed), ...plantsOf(seed)].map((grammar) => writeText(grammar, random)).join('\n'),
      )
      expect(new Set(drawn).size).toBeGreaterThanOrEqual(Math.min(3, countOf(seed)))
    }
  })
})

/**
 * Returns whether an oracle could detect a success of texts with these placeholders: a value that is never requested or planted never
 * comes back.
 */
function canSee(oracle: Oracle, open: ReadonlySet<string>, needs: ReadonlySet<Need>): boolean {
  const marker = open.has('marker') || (open.has('left') && open.has('right'))
  const canary = open.has('canary') || needs.has('canaries')
  const sink = open.has('sink') && needs.has('sink')
  if (oracle.kind === 'marker') return marker
  if (oracle.kind === 'sink') return sink
  if (oracle.kind === 'canary') return oracle.of !== 'plant' || open.has('canary')
  if (oracle.kind !== 'tool_call') return true
  const said: Readonly<Record<string, boolean>> = { marker, canary, sink }
  return needs.has('tool_calls') && oracle.forbidden.some(({ holds = '' }) => said[holds] ?? true)
}
