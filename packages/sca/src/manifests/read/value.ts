/** Parsed JSON, YAML or TOML value. Keys are map keys, so that none has a special meaning in JavaScript. */
export type Value = string | number | boolean | null | readonly Value[] | Table

/** Object of a document. The last of duplicate keys is used, as in the tools. */
export class Table {
  readonly entries = new Map<string, Value>()
  /** Line of each key, 1-based, if known. */
  readonly lines = new Map<string, number>()
  /** Start line; undefined when unknown. */
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

/** Maximum nesting. Own limit: npm's lock file version 1 nests as deep as folders, and no other exceeds 10. */
export const DEPTH_MAX = 200

const NOTHING = new Table()

/** Returns the object, or an empty one. */
export function tableOf(value: Value | undefined): Table {
  return value instanceof Table ? value : NOTHING
}

export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the value at a path of keys. */
export function at(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let here = value
  for (const key of keys) here = tableOf(here).get(key)
  return here
}

/** Keys with texts, others left out. */
export function textsOf(value: Value | undefined): [string, string][] {
  return [...tableOf(value).entries].flatMap(([key, item]) => (typeof item === 'string' ? [[key, item]] : []))
}
