/** What JSON, YAML and TOML hold once read. Keys are those of a map, so that none of them means anything to JavaScript. */
export type Value = string | number | boolean | null | readonly Value[] | Table

/** An object of a document. Of a key that comes twice the last one counts, as the tools have it. */
export class Table {
  readonly entries = new Map<string, Value>()
  /** Of each key, from 1, where known. */
  readonly lines = new Map<string, number>()
  /** Where it begins; undefined where nobody knows. */
  readonly line: number | undefined

  constructor(line?: number) {
    this.line = line
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)
  }

  set(key: string, value: Value, line?: number): void {
    this.entries.set(key, value)
    if (line !== undefined) this.lines.set(key, line)
  }
}

/** Nesting that is read. Ours: version 1 of npm's lock file nests as deep as folders do, and no other goes past 10. */
export const DEPTH_MAX = 200

const NOTHING = new Table()

/** The object, or one without keys. */
export function tableOf(value: Value | undefined): Table {
  return value instanceof Table ? value : NOTHING
}

export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** What lies at the end of a path of keys. */
export function at(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let here = value
  for (const key of keys) here = tableOf(here).get(key)
  return here
}

/** Keys with texts, others left out. */
export function textsOf(value: Value | undefined): [string, string][] {
  return [...tableOf(value).entries].flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : []))
}
