import type { Span } from '../../engine/guard.ts'
import { mergeSpans, redact } from '../../engine/redact.ts'
import type { JsonText } from './json-text.ts'
import type { JsonTokens } from './json-tokens.ts'

/**
 * Replaces spans of the flattened text in the JSON text, only in strings, keys and numbers.
 *
 * A span within one key or value changes that one. A span over several changes the values and keeps the keys, because a pattern on a key
 * and its value targets the value. A replaced number becomes a string. A rewritten key that equals another key of its object gets a
 * number, so that no value is lost.
 */
export function rewriteJson(json: JsonText, spans: readonly Span[]): string {
  if (spans.length === 0) return json.raw
  const { raw, tokens } = json
  const changed = changedTokens(tokens, spans)
  const keys = new KeyNames(json)
  const parts: string[] = []
  let from = 0
  for (const index of [...changed.keys()].sort((a, b) => a - b)) {
    parts.push(raw.slice(from, tokens.start(index)), rewritten(json, index, changed.get(index)!, keys))
    from = tokens.end(index)
  }
  parts.push(raw.slice(from))
  return parts.join('')
}

function rewritten({ text, tokens }: JsonText, index: number, spans: readonly Span[], keys: KeyNames): string {
  const inner = tokens.inner.get(index)
  if (inner !== undefined) return JSON.stringify(rewriteJson(inner, spans))
  const after = redact(text.slice(tokens.from(index), tokens.to(index)), spans)
  return JSON.stringify(tokens.kind(index) === 'key' ? keys.free(tokens.object(index), after) : after)
}

/** Returns the touched tokens by index, each with its spans in the decoded text. */
function changedTokens(tokens: JsonTokens, spans: readonly Span[]): Map<number, Span[]> {
  const changed = new Map<number, Span[]>()
  const add = (index: number, span: Span): void => {
    const [from, to] = [tokens.from(index), tokens.to(index)]
    const inside = { ...span, start: Math.max(span.start, from) - from, end: Math.min(span.end, to) - from }
    const known = changed.get(index)
    if (known === undefined) changed.set(index, [inside])
    else known.push(inside)
  }
  const wide: Span[] = []
  const touches = (index: number, { end }: Span): boolean => index < tokens.count && tokens.from(index) < end
  for (const span of spans) {
    const first = tokens.firstSayingAfter(span.start)
    if (!touches(first, span)) continue
    if (touches(first + 1, span)) wide.push(span)
    else add(first, span)
  }
  // Wide spans are merged first, because many of them over many values would take quadratic time.
  for (const span of mergeSpans(wide).map(withoutFrame)) {
    for (let index = tokens.firstSayingAfter(span.start); touches(index, span); index++) {
      if (tokens.kind(index) !== 'key') add(index, span)
    }
  }
  return changed
}

/** Drops a replacement that is a piece of JSON with quotes: it is invalid inside a string. */
function withoutFrame({ replacement, ...span }: Span): Span {
  return replacement === undefined || replacement.includes('"') ? span : { ...span, replacement }
}

/** Keeps the rewritten keys of an object unique. */
class KeyNames {
  readonly #json: JsonText
  #byObject: Map<number, Set<string>> | undefined
  /** Last number of each name, so that many equal names take linear time. */
  readonly #last = new Map<string, number>()

  constructor(json: JsonText) {
    this.#json = json
  }

  free(object: number, name: string): string {
    const claimed = this.#taken(object)
    let free = name
    if (claimed.has(name)) {
      const key = `${object}:${name}`
      let number = this.#last.get(key) ?? 1
      do free = `${name}_${++number}`
      while (claimed.has(free))
      this.#last.set(key, number)
    }
    claimed.add(free)
    return free
  }

  #taken(object: number): Set<string> {
    this.#byObject ??= this.#read()
    return this.#byObject.get(object)!
  }

  #read(): Map<number, Set<string>> {
    const byObject = new Map<number, Set<string>>()
    const { text, tokens } = this.#json
    for (let index = 0; index < tokens.count; index++) {
      if (tokens.kind(index) !== 'key') continue
      const name = text.slice(tokens.from(index), tokens.to(index))
      const names = byObject.get(tokens.object(index))
      if (names === undefined) byObject.set(tokens.object(index), new Set([name]))
      else names.add(name)
    }
    return byObject
  }
}
