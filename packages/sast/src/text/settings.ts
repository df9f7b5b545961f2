import { isMap, isPair, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml'

/** Files of settings that rules read as `key=value` lines. */
const NAMES =
  /\.ya?ml$|(?:^|\/)(?:(?:application|bootstrap)(?:-[\w.-]{1,60})?\.properties|appsettings(?:\.[\w-]{1,60})?\.json|\.env(?:\.[\w-]{1,60})?|web(?:\.\w{1,30})?\.config)$/i

/** Keys of Spring Boot: other YAML contains no settings that rules need. */
const SPRING = /^(?:spring|management|server|security|logging|endpoints|debug|trace)[.:]/m

/** Own limit: hand-written settings are smaller. */
const SETTINGS_CHARS_MAX = 512 * 1024
/** Own limit: the parser takes quadratic time for anchors and tags of one line. */
const YAML_LINE_CHARS_MAX = 10_000
/** Own limit: nested maps. */
const DEPTH_MAX = 40

/** Profiles of development and tests: settings there do not reach production. */
const DEVELOPMENT = /^(?:dev\w*|local\w*|test\w*|it|e2e|ci|default-test)$/i
const PROFILE_KEYS: ReadonlySet<string> = new Set(['spring.config.activate.onprofile', 'spring.profiles'])

/** Whether a file contains framework settings, by its name. */
export function isSettings(path: string): boolean {
  return NAMES.test(path)
}

/**
 * Returns settings as `key=value`, each on its line of the file; several on one line are separated by a tab. Keys are in lower case
 * without `-` and `_`, since frameworks accept any of these. Documents for development and tests are blank.
 * @returns undefined for a file without settings, or an invalid one
 */
export function settingsText(path: string, raw: string): string | undefined {
  if (!isSettings(path) || raw.length > SETTINGS_CHARS_MAX) return undefined
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name.endsWith('.config')) return withoutComments(raw)
  if (/\.ya?ml$/.test(name) && !SPRING.test(raw)) return undefined
  if (/\.ya?ml$/.test(name) && raw.split('\n').some((line) => line.length > YAML_LINE_CHARS_MAX)) return undefined
  // Parsing deeply nested brackets takes quadratic time.
  if (isNestedDeeper(raw, DEPTH_MAX)) return undefined
  const lines = new Lines(raw)
  try {
    if (name.endsWith('.properties') || name.startsWith('.env')) readProperties(raw, lines)
    else readDocuments(name.endsWith('.json') ? raw.replace(/^[ \t]*\/\/.*$/gm, '') : raw, lines)
  } catch {
    // Nested deeper than the reader's stack: the grammar of the file reports that.
    return undefined
  }
  return lines.text()
}

/** XML with its comments blanked. */
function withoutComments(raw: string): string {
  let text = ''
  let at = 0
  for (let start = raw.indexOf('<!--'); start !== -1; start = raw.indexOf('<!--', at)) {
    const close = raw.indexOf('-->', start + 4)
    const end = close === -1 ? raw.length : close + 3
    text += raw.slice(at, start) + raw.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return text + raw.slice(at)
}

/** Whether brackets are nested deeper than a limit; those in strings count too. */
function isNestedDeeper(raw: string, limit: number): boolean {
  let depth = 0
  for (const [bracket] of raw.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > limit) return true
  }
  return false
}

/** Settings by line. Those of one document may be dropped. */
class Lines {
  readonly #lines: string[][]
  #added: { readonly line: number; readonly key: string; readonly value: string }[] = []

  constructor(raw: string) {
    this.#lines = raw.split('\n').map(() => [])
  }

  add(line: number, key: string, value: string): void {
    this.#added.push({ line, key: key.toLowerCase().replace(/[-_]/g, ''), value: value.replace(/[\t\n\r]/g, ' ') })
  }

  /** Ends a document. */
  end(): void {
    const profile = this.#added.find(({ key }) => PROFILE_KEYS.has(key))?.value.trim()
    const isDevelopment = profile?.split(/[\s,|]+/).every((item) => DEVELOPMENT.test(item)) === true
    if (!isDevelopment) for (const { line, key, value } of this.#added) this.#lines[line]?.push(`${key}=${value}`)
    this.#added = []
  }

  text(): string {
    this.end()
    return this.#lines.map((some) => some.join('\t')).join('\n')
  }
}

/** Reads `key=value`, `key: value`, `key value`; a backslash at the end of a line continues the value. */
function readProperties(raw: string, lines: Lines): void {
  const all = raw.split('\n')
  for (let at = 0; at < all.length; at += 1) {
    const first = at
    let line = all[at]!.trim()
    if (/^[#!]---\s*$/.test(line)) lines.end()
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue
    const parts: string[] = []
    while (line.endsWith('\\') && at + 1 < all.length) {
      at += 1
      parts.push(line.slice(0, -1))
      line = all[at]!.trim()
    }
    line = [...parts, line].join('')
    const pair = pairOf(line)
    if (pair !== undefined) lines.add(first, ...pair)
  }
}

const KEY_CHARS_MAX = 300
const VALUE_CHARS_MAX = 2_000

/** Returns the key and value of a line in linear time for any whitespace. */
function pairOf(line: string): readonly [key: string, value: string] | undefined {
  const text = line.replace(/^export[ \t]+/, '')
  const end = text.search(/[\s=:]/)
  if (end < 1 || end > KEY_CHARS_MAX) return undefined
  const value = text.slice(end).trimStart().replace(/^[=:]/, '').trim()
  if (value.length > VALUE_CHARS_MAX) return undefined
  const quote = value.charAt(0)
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote)
  return [text.slice(0, end), isQuoted ? value.slice(1, -1) : value]
}

function readDocuments(raw: string, lines: Lines): void {
  const counter = new LineCounter()
  for (const document of parseAllDocuments(raw, { lineCounter: counter, uniqueKeys: false, logLevel: 'silent' })) {
    if ('contents' in document) walk(document.contents, '', 0)
    lines.end()
  }

  function walk(node: unknown, path: string, depth: number): void {
    if (depth > DEPTH_MAX) return
    if (isMap(node)) {
      for (const pair of node.items) {
        if (!isPair(pair) || !isScalar(pair.key)) continue
        const key = String(pair.key.value)
        walk(pair.value ?? undefined, path === '' ? key : `${path}.${key}`, depth + 1)
      }
    } else if (isSeq(node)) for (const item of node.items) walk(item, path, depth + 1)
    else if (isScalar(node) && node.range) lines.add(counter.linePos(node.range[0]).line - 1, path, String(node.value))
  }
}
