import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patient_ms } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { languageOf } from '../src/languages/all.ts'
import type { Language } from '../src/languages/language.ts'
import { findPattern, type Hit } from '../src/match/find.ts'
import type { CompiledPattern } from '../src/match/pattern.ts'
import { Source } from '../src/match/source.ts'
import { wordsOf } from '../src/match/words.ts'
import { loadRules } from '../src/rules/load.ts'
import { OWN_RULES } from '../src/rules/own.ts'
import type { Formula } from '../src/rules/rule.ts'
import { ownRules } from '../src/scan/own-rules.ts'
import { evaluate } from '../src/search/evaluate.ts'
import type { SearchGround } from '../src/search/ground.ts'
import { KnownHits } from '../src/search/known-hits.ts'
import { type Clause, mayMatch } from '../src/search/prefilter.ts'
import { prepareRules } from '../src/search/prepared.ts'
import { parseFile } from '../src/search/search-file.ts'
import { prepareTaint } from '../src/taint/rules/prepare.ts'
import { canLower } from '../src/taint/lower/lower.ts'

/** Pairs of a rule and a file that are looked at each time, of tens of thousands. */
const RUNS = 400
/** Longer test files contain many similar cases. */
const TEXT_CHARS_MAX = 12_000

/** A search of a rule. */
interface Asked {
  readonly id: string
  readonly file: string
  readonly formula: Formula
  readonly clauses: readonly Clause[]
  readonly ground: Pick<SearchGround, 'patterns' | 'options' | 'cut'>
}

interface Read {
  readonly path: string
  readonly language: Language
  readonly text: string
}

const rules = loadRules(ownRules('code'))
const files = filesOfRules()
const requests = new Map<string, readonly Asked[]>()

beforeAll(async () => {
  for (const language of new Set(files.map((file) => file.language)))
    requests.set(language.name, await askedIn(language))
}, patient_ms(120_000))

describe('required words of a rule', () => {
  test(
    'is there wherever the rule finds something, and all that it finds is found',
    async () => {
      const pairs = fc
        .constantFrom(...files)
        .chain((file) => fc.record({ file: fc.constant(file), one: fc.constantFrom(...byFile(file)) }))
      let found = 0
      await fc.assert(
        fc.asyncProperty(pairs, async ({ file, one }) => {
          const full = evaluate(one.formula, await openGround(file, one))
          const isAsked = mayMatch(one.clauses, wordsOf(file.text))
          const remaining = isAsked ? evaluate(one.formula, await plainGround(file, one)) : []
          expect({ rule: one.id, places: placesOf(remaining) }).toEqual({ rule: one.id, places: placesOf(full) })
          found += full.length
        }),
        { numRuns: RUNS },
      )
      expect(found).toBeGreaterThan(0)
    },
    patient_ms(120_000),
  )

  test(
    'apply to single patterns too: no matching node is skipped',
    async () => {
      const pairs = fc
        .constantFrom(...files)
        .chain((file) => fc.record({ file: fc.constant(file), one: fc.constantFrom(...byFile(file)) }))
      await fc.assert(
        fc.asyncProperty(pairs, fc.nat(), async ({ file, one }, pick) => {
          const patterns = [...one.ground.patterns]
          const pattern = patterns[pick % Math.max(1, patterns.length)]
          if (pattern === undefined) return
          const [text, compiled] = pattern
          const source = await sourceOf(file)
          const [first] = compiled.statements
          // A statement in the place of a block only matches within another pattern.
          const isAnywhere = !compiled.isSequence && !(first?.type === 'node' && first.isBlock)
          const all = Array.from({ length: source.tree.count }, (_, node) => node)
          const { options } = one.ground
          const full = findPattern(opened(compiled), source, options, [], undefined, isAnywhere ? all : undefined)
          const { words, texts } = source
          const isThere =
            compiled.words.every((word) => words.has(word)) &&
            compiled.texts.every((neededText) => texts.has(neededText))
          const few = isThere ? findPattern(compiled, await sourceOf(file), options) : []
          expect({ text, places: placesOf(few) }).toEqual({ text, places: placesOf(full) })
        }),
        { numRuns: RUNS },
      )
    },
    patient_ms(120_000),
  )
})

/** Returns the searches for a file: those of its own rule file, and all for its language. */
function byFile({ path, language }: Read): readonly Asked[] {
  const all = requests.get(language.name) ?? []
  const extras = all.filter(({ file }) => path.startsWith(file.replace(/\.yaml$/, '')))
  // Half of the samples come from its own rule file, which has findings there.
  const times = extras.length === 0 ? 0 : Math.ceil(all.length / extras.length)
  return [...all, ...Array.from({ length: times }, () => extras).flat()]
}

async function askedIn(language: Language): Promise<readonly Asked[]> {
  const isFor = (item: { readonly languages: readonly Language[] }): boolean => item.languages.includes(language)
  const { byLanguage } = await prepareRules(rules.rules.filter(isFor), (item) => item === language)
  const search = (byLanguage.get(language.name) ?? [])
    .filter(({ others }) => others.size === 0)
    .map(({ rule, patterns, clauses, cut }): Asked => {
      const { id, file, formula, options } = rule
      return { id, file, formula, clauses, ground: { patterns, options, cut } }
    })
  const taint = canLower(language.name) ? (await prepareTaint(rules.taint.filter(isFor), language)).rules : []
  const parts = taint.flatMap(({ rule, patterns, clauses, cut }) =>
    [...rule.sources, ...rule.sinks, ...rule.sanitizers, ...rule.propagators].map((part): Asked => {
      const { id, file, options } = rule
      return { id, file, formula: part.formula, clauses: clauses.get(part) ?? [], ground: { patterns, options, cut } }
    }),
  )
  return [...search, ...parts]
}

async function sourceOf({ text, language }: Read): Promise<Source> {
  const { tree, vocabulary } = (await parseFile(text, language))!.source
  return new Source(tree, vocabulary)
}

async function plainGround(file: Read, { ground }: Asked): Promise<SearchGround> {
  const known = new KnownHits().under(ground.options)
  return { ...ground, text: file.text, source: await sourceOf(file), known, step: () => {} }
}

/** Returns a context without filters by words or conditions. */
async function openGround(file: Read, item: Asked): Promise<SearchGround> {
  const patterns = new Map([...item.ground.patterns].map(([text, compiled]) => [text, opened(compiled)]))
  return { ...(await plainGround(file, item)), patterns, others: new Map() }
}

function opened(compiled: CompiledPattern): CompiledPattern {
  return { ...compiled, words: [], texts: [] }
}

function placesOf(hits: readonly Hit[]): readonly string[] {
  return hits.map(({ start, end }) => `${start} ${end}`).toSorted()
}

function filesOfRules(): readonly Read[] {
  return readdirSync(OWN_RULES, { recursive: true, withFileTypes: true }).flatMap((entry): readonly Read[] => {
    const path = join(entry.parentPath, entry.name)
    const language = languageOf(path)
    if (!entry.isFile() || language === undefined || !rules.rules.some((rule) => rule.languages.includes(language)))
      return []
    const text = readFileSync(path, 'utf8')
    return text.length > TEXT_CHARS_MAX ? [] : [{ path: `rules${path.slice(OWN_RULES.length)}`, language, text }]
  })
}
