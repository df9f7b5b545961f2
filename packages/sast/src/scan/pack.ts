import { createHash } from 'node:crypto'
import type { Language } from '../languages/language.ts'
import { isTemplate, pathTest } from '../report/selection.ts'
import { loadRules, type RuleText } from '../rules/load.ts'
import type { Rule, SkippedRule } from '../rules/rule.ts'
import { type NotRun, skippedOf } from '../rules/skipped.ts'
import { prepareRules, type PreparedRule, type UnreadableIn } from '../search/prepared.ts'
import { isSettings } from '../text/settings.ts'
import { canLower, familyOf, type PreparedTaint, prepareTaint, type TaintPack, type TaintRule } from '../taint/index.ts'
import type { PackSource } from './options.ts'
import { type LaterRules, laterRules, ownRules } from './own-rules.ts'

/** Own limit: a process that scans for many tenants uses a few rule packs at a time; each takes some MB. */
const PACKS_MAX = 4

/** Cached state of the rules in one language. */
interface InLanguage {
  readonly rules: readonly PreparedRule[]
  readonly unreadable: readonly UnreadableIn[]
}

/** Built-in rules for templates and for framework settings, each for certain file names. */
const TEMPLATES = /^rules[\\/](?:templates|settings)[\\/]/

/** Rules that are read once per process and compiled for each language at its first file. */
export class Pack {
  /** Digest of the rule texts. */
  readonly digest: string
  readonly #rules: Rule[] = []
  readonly #follow: TaintRule[] = []
  readonly #skipped: SkippedRule[] = []
  readonly #later: Set<LaterRules>
  /** Ids of additional rules: each replaces the built-in rule with the same id. */
  readonly #given = new Set<string>()
  readonly #tests = new Map<Rule | TaintRule, (path: string) => boolean>()
  readonly #ready = new Map<string, Promise<InLanguage>>()
  readonly #taint = new Map<string, Promise<TaintPack>>()

  /**
   * @param texts rules to parse at once
   * @param own built-in rules: those of a language are parsed at its first file
   */
  constructor(texts: readonly RuleText[], own: readonly RuleText[] = []) {
    this.digest = digestOf([...own, ...texts])
    this.#read(texts)
    for (const { id } of [...this.#rules, ...this.#follow]) this.#given.add(id)
    const later = new Map(own.map((text) => [text, laterRules(text)]))
    this.#later = new Set([...later.values()].filter((item) => item !== undefined))
    this.#read(own.filter((text) => later.get(text) === undefined))
  }

  /** Rules that have been read so far. */
  get rules(): readonly Rule[] {
    return this.#rules
  }

  /** Returns invalid rules among those parsed so far. */
  get skipped(): readonly SkippedRule[] {
    return this.#skipped
  }

  /** Whether some rules read texts of any kind; those for templates and settings do not count. */
  get isAnyText(): boolean {
    const isRead = this.#rules.some(({ languages, file }) => languages.length === 0 && !TEMPLATES.test(file))
    return isRead || [...this.#later].some(({ languages, text }) => languages.has('') && !TEMPLATES.test(text.path))
  }

  /** Rules of the flow of data for some languages. */
  followed(languages: Iterable<string>): readonly TaintRule[] {
    for (const name of languages) this.#need(name)
    return this.#follow
  }

  #read(texts: readonly RuleText[]): void {
    const { rules, taint, skipped } = loadRules(texts)
    const isNew = ({ id }: { readonly id: string }): boolean => !this.#given.has(id)
    const [search, follow] = [rules.filter(isNew), taint.filter(isNew)]
    this.#rules.push(...search)
    this.#follow.push(...follow)
    this.#skipped.push(...skipped)
    for (const rule of [...search, ...follow]) this.#tests.set(rule, pathTest(rule))
  }

  /** Parses the rules for a language; `''`: for texts of any kind. */
  #need(name: string): void {
    const wanted = [...this.#later].filter(({ languages }) => languages.has(name))
    for (const item of wanted) this.#later.delete(item)
    if (wanted.length > 0) this.#read(wanted.map(({ text }) => text))
  }

  /** Whether any rule uses data flow in a language or in a language that calls it. */
  #asksFlow(name: string): boolean {
    const isKin = (other: string): boolean => familyOf(other) === familyOf(name)
    return (
      this.#follow.some(({ languages }) => languages.some((language) => isKin(language.name))) ||
      [...this.#later].some(({ languages, mayFollow }) => mayFollow && [...languages].some(isKin))
    )
  }

  /** Returns the rules for a file. @param language undefined: only rules that need no grammar */
  async for(path: string, language: Language | undefined): Promise<readonly PreparedRule[]> {
    const anywhere = this.isAnyText || isTemplate(path) || isSettings(path) ? (await this.#in(undefined)).rules : []
    const own = language === undefined ? [] : (await this.#in(language)).rules
    return [...anywhere, ...own].filter(({ rule }) => this.#tests.get(rule)!(path))
  }

  /**
   * Returns the data-flow rules for a file, or undefined if no rule covers its language or a language that calls it. A file without
   * its own rules is still included, because data can flow through it.
   */
  async taintFor(path: string, language: Language): Promise<readonly PreparedTaint[] | undefined> {
    if (!canLower(language.name) || !this.#asksFlow(language.name)) return undefined
    return (await this.#taintIn(language)).rules.filter(({ rule }) => this.#tests.get(rule)!(path))
  }

  /** Whether any rule may apply to files of a language; compiles nothing. */
  mayWant({ name }: Language): boolean {
    const isFor = [...this.#rules, ...this.#follow].some(({ languages }) =>
      languages.some((language) => language.name === name),
    )
    return (
      isFor || this.isAnyText || [...this.#later].some(({ languages }) => languages.has(name)) || this.#asksFlow(name)
    )
  }

  /** Whether any rule has to do with a file. */
  async wants(path: string, language: Language): Promise<boolean> {
    return (await this.for(path, language)).length > 0 || (await this.taintFor(path, language)) !== undefined
  }

  /**
   * Returns rules that do not run in the present languages. Built-in rules all run, so they are not compiled for this check, which saves a
   * second per language.
   */
  async unreadable(present: ReadonlySet<Language>): Promise<readonly SkippedRule[]> {
    const found: NotRun[] = []
    for (const language of present) found.push(...(await this.#unreadableIn(language)))
    return skippedOf([...found, ...(await this.#unfollowed(present))])
  }

  async #unreadableIn({ name }: Language): Promise<readonly UnreadableIn[]> {
    const ready = this.#ready.get(name)
    if (ready !== undefined) return (await ready).unreadable
    const rules = this.#rules.filter(
      ({ id, languages }) => this.#given.has(id) && languages.some((language) => language.name === name),
    )
    return rules.length === 0 ? [] : (await prepareRules(rules, (language) => language.name === name)).unreadable
  }

  /** Rules of data flow that do not run in languages that are there. */
  async #unfollowed(present: ReadonlySet<Language>): Promise<readonly NotRun[]> {
    const unfollowed = this.#follow.flatMap((rule) =>
      rule.languages
        .filter((language) => present.has(language) && !canLower(language.name))
        .map(({ name }) => ({ rule, language: name, reason: `Data flow is not analyzed in ${name}.` })),
    )
    const taintRules = this.#follow.filter(({ id }) => this.#given.has(id))
    const followed = [...present].filter(({ name }) => canLower(name))
    const packs = await Promise.all(
      followed.map((item) => this.#taint.get(item.name) ?? prepareTaint(taintRules, item)),
    )
    return [...packs.flatMap(({ unreadable }) => unreadable), ...unfollowed]
  }

  #taintIn(language: Language): Promise<TaintPack> {
    const ready = this.#taint.get(language.name) ?? prepareTaint(this.followed([language.name]), language)
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
    this.#need(name)
    const some = this.rules.filter(({ languages }) =>
      name === '' ? languages.length === 0 : languages.some((language) => language.name === name),
    )
    const { byLanguage, unreadable } = await prepareRules(some, (language) => language.name === name)
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
  const pack = packs.get(key) ?? new Pack(source.files, source.own ? ownRules(source.part ?? 'code') : [])
  packs.delete(key)
  packs.set(key, pack)
  const [oldest] = packs.keys()
  if (packs.size > PACKS_MAX) packs.delete(oldest!)
  return pack
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
