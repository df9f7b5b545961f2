import { createHash } from 'node:crypto'
import type { Language } from '../languages/language.ts'
import { pathTest } from '../report/selection.ts'
import { loadRules, type RuleText } from '../rules/load.ts'
import { OWN_RULES } from '../rules/own.ts'
import { readRuleFiles } from '../rules/read-files.ts'
import type { Rule, SkippedRule } from '../rules/rule.ts'
import { prepareRules, type PreparedRule, type UnreadableIn } from '../search/prepared.ts'
import {
  canLower,
  type PreparedTaint,
  prepareTaint,
  skippedIn,
  type TaintPack,
  type TaintRule,
} from '../taint/index.ts'
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
  /** Rules of the flow of data. */
  readonly taint: readonly TaintRule[]
  /** Rules that are not understood. */
  readonly skipped: readonly SkippedRule[]
  /** Whether some rules read texts of any kind. */
  readonly isAnyText: boolean
  /** Names what the rules say, to the letter. */
  readonly digest: string
  readonly #tests: ReadonlyMap<Rule | TaintRule, (path: string) => boolean>
  readonly #families: ReadonlySet<string>
  readonly #ready = new Map<string, Promise<InLanguage>>()
  readonly #taint = new Map<string, Promise<TaintPack>>()

  constructor(texts: readonly RuleText[]) {
    const { rules, taint, skipped } = loadRules(texts)
    this.rules = rules
    this.taint = taint
    this.#families = new Set(taint.flatMap(({ languages }) => languages.map(({ name }) => familyOf(name))))
    this.skipped = skipped
    this.isAnyText = rules.some(({ languages }) => languages.length === 0)
    this.digest = digestOf(texts)
    this.#tests = new Map([...rules, ...taint].map((rule) => [rule, pathTest(rule)]))
  }

  /** The rules for a file. @param language undefined: those alone that need no grammar */
  async for(path: string, language: Language | undefined): Promise<readonly PreparedRule[]> {
    const anywhere = this.isAnyText ? (await this.#in(undefined)).rules : []
    const own = language === undefined ? [] : (await this.#in(language)).rules
    return [...anywhere, ...own].filter(({ rule }) => this.#tests.get(rule)!(path))
  }

  /**
   * The rules of data flow for a file; undefined where no rule asks how data flows in its language or in one that calls it: else
   * what goes through the file counts, whatever rules are for it.
   */
  async taintFor(path: string, language: Language): Promise<readonly PreparedTaint[] | undefined> {
    if (!canLower(language.name) || !this.#families.has(familyOf(language.name))) return undefined
    return (await this.#taintIn(language)).rules.filter(({ rule }) => this.#tests.get(rule)!(path))
  }

  /** Whether any rule has to do with a file. */
  async wants(path: string, language: Language): Promise<boolean> {
    return (await this.for(path, language)).length > 0 || (await this.taintFor(path, language)) !== undefined
  }

  /** Rules that run in none of their languages, where all of these are there. */
  async unreadable(present: ReadonlySet<Language>): Promise<readonly SkippedRule[]> {
    const reasons = new Map<Rule, string[]>()
    for (const language of present) {
      for (const { rule, reason } of (await this.#in(language)).unreadable) {
        reasons.set(rule, [...(reasons.get(rule) ?? []), reason])
      }
    }
    const search = this.rules.flatMap((rule) => {
      const found = reasons.get(rule) ?? []
      if (found.length === 0 || found.length < rule.languages.length) return []
      return [{ id: rule.id, file: rule.file, reason: found[0]! }]
    })
    return [...search, ...(await this.#unfollowed(present))]
  }

  /** Rules of data flow that run in no language that is there. */
  async #unfollowed(present: ReadonlySet<Language>): Promise<readonly SkippedRule[]> {
    const followed = [...present].filter(({ name }) => canLower(name))
    const unfollowed = this.taint.flatMap(({ id, file, languages }) => {
      const own = languages.filter((one) => present.has(one))
      if (own.length === 0 || own.some((one) => followed.includes(one))) return []
      return [{ id, file, reason: `The flow of data is not followed in ${own[0]!.name}.` }]
    })
    return [...skippedIn(await Promise.all(followed.map((one) => this.#taintIn(one)))), ...unfollowed]
  }

  #taintIn(language: Language): Promise<TaintPack> {
    const ready = this.#taint.get(language.name) ?? prepareTaint(this.taint, language)
    this.#taint.set(language.name, ready)
    return ready
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

/** Languages that call each other in one program. */
const FAMILIES: Readonly<Partial<Record<string, string>>> = {
  typescript: 'javascript',
  tsx: 'javascript',
  kotlin: 'java',
  cpp: 'c',
}

function familyOf(language: string): string {
  return FAMILIES[language] ?? language
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
