import { createHash } from 'node:crypto'
import type { Language } from '../languages/language.ts'
import { pathTest } from '../report/selection.ts'
import { loadRules, type RuleText } from '../rules/load.ts'
import { OWN_RULES } from '../rules/own.ts'
import { readRuleFiles } from '../rules/read-files.ts'
import type { Rule, SkippedRule } from '../rules/rule.ts'
import { prepareRules, type PreparedRule, type UnreadableIn } from '../search/prepared.ts'
import type { PackSource } from './options.ts'

/** Ours: a process that scans for many has a few rule packs at a time; each takes some MB. */
const PACKS_MAX = 4

/** What is known of rules in one language. */
interface InLanguage {
  readonly rules: readonly PreparedRule[]
  readonly unreadable: readonly UnreadableIn[]
}

/** Rules that are read once for a process and made ready for each language when a file of it comes. */
export class Pack {
  readonly rules: readonly Rule[]
  /** Rules that are not understood. */
  readonly skipped: readonly SkippedRule[]
  /** Whether some rules read texts of any kind. */
  readonly isAnyText: boolean
  /** Names what the rules say, to the letter. */
  readonly digest: string
  readonly #tests: ReadonlyMap<Rule, (path: string) => boolean>
  readonly #ready = new Map<string, Promise<InLanguage>>()

  constructor(texts: readonly RuleText[]) {
    const { rules, skipped } = loadRules(texts)
    this.rules = rules
    this.skipped = skipped
    this.isAnyText = rules.some(({ languages }) => languages.length === 0)
    this.digest = digestOf(texts)
    this.#tests = new Map(rules.map((rule) => [rule, pathTest(rule)]))
  }

  /** The rules for a file. @param language undefined: those alone that need no grammar */
  async for(path: string, language: Language | undefined): Promise<readonly PreparedRule[]> {
    const anywhere = this.isAnyText ? (await this.#in(undefined)).rules : []
    const own = language === undefined ? [] : (await this.#in(language)).rules
    return [...anywhere, ...own].filter(({ rule }) => this.#tests.get(rule)!(path))
  }

  /** Rules that run in none of their languages, where all of these are there. */
  async unreadable(present: ReadonlySet<Language>): Promise<readonly SkippedRule[]> {
    const reasons = new Map<Rule, string[]>()
    for (const language of present) {
      for (const { rule, reason } of (await this.#in(language)).unreadable) {
        reasons.set(rule, [...(reasons.get(rule) ?? []), reason])
      }
    }
    return this.rules.flatMap((rule) => {
      const found = reasons.get(rule) ?? []
      if (found.length === 0 || found.length < rule.languages.length) return []
      return [{ id: rule.id, file: rule.file, reason: found[0]! }]
    })
  }

  #in(language: Language | undefined): Promise<InLanguage> {
    const name = language?.name ?? ''
    let ready = this.#ready.get(name)
    if (ready === undefined) {
      ready = this.#prepare(name)
      this.#ready.set(name, ready)
    }
    return ready
  }

  async #prepare(name: string): Promise<InLanguage> {
    const some = this.rules.filter(({ languages }) =>
      name === '' ? languages.length === 0 : languages.some((one) => one.name === name),
    )
    const { byLanguage, unreadable } = await prepareRules(some, (one) => one.name === name)
    return { rules: byLanguage.get(name) ?? [], unreadable }
  }
}

const packs = new Map<string, Pack>()

/**
 * The rules of a source: read and understood once for a process.
 * @throws {Failure} as `readRuleFiles`
 */
export function packOf(source: PackSource): Pack {
  const key = keyOf(source)
  const pack = packs.get(key) ?? new Pack([...(source.own ? ownRules(source.part ?? 'code') : []), ...source.files])
  packs.delete(key)
  packs.set(key, pack)
  const [oldest] = packs.keys()
  if (packs.size > PACKS_MAX) packs.delete(oldest!)
  return pack
}

/** Folders of rules for configuration: scanners of their own run them. */
const CONFIGURATION: ReadonlySet<string> = new Set([
  'cloudformation',
  'compose',
  'dockerfile',
  'github-actions',
  'helm',
  'json',
  'kubernetes',
  'terraform',
  'yaml',
])

/** Named from the folder of all of them: where the program lies is nobody's business. */
function ownRules(part: 'code' | 'configuration'): readonly RuleText[] {
  return readRuleFiles(OWN_RULES)
    .map(({ path, text }) => ({ path: `rules${path.slice(OWN_RULES.length)}`, text }))
    .filter(({ path }) => CONFIGURATION.has(path.split(/[\\/]/)[1]!) === (part === 'configuration'))
}

const keys = new WeakMap<PackSource, string>()

function keyOf(source: PackSource): string {
  let key = keys.get(source)
  if (key === undefined) {
    key = `${source.own} ${source.part ?? 'code'} ${digestOf(source.files)}`
    keys.set(source, key)
  }
  return key
}

function digestOf(texts: readonly RuleText[]): string {
  const hash = createHash('sha256')
  for (const { path, text } of texts) hash.update(JSON.stringify([path, text]))
  return hash.digest('hex')
}
