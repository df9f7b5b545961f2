import type { Span } from '../../engine/guard.ts'
import { mergeSpans, redact } from '../../engine/redact.ts'
import type { JsonText, JsonToken } from './json-text.ts'

/**
 * The JSON text with spans of its flattened text replaced, in strings, keys and numbers alone.
 *
 * A span within one key or value changes that one. A span over several changes the values that it touches and leaves the keys:
 * whoever writes a pattern of a key and its value means the value. What was a number becomes a string, since a replacement is
 * words. A key that comes out like another of its object gets a number, so that no value is lost.
 */
export function rewriteJson(json: JsonText, spans: readonly Span[]): string {
  if (spans.length === 0) return json.raw
  const { raw, tokens } = json
  const changed = changedTokens(tokens, spans)
  const keys = new KeyNames(json)
  const parts: string[] = []
  let from = 0
  for (const index of [...changed.keys()].sort((a, b) => a - b)) {
    const token = tokens[index]!
    parts.push(raw.slice(from, token.start), rewritten(json, token, changed.get(index)!, keys))
    from = token.end
  }
  parts.push(raw.slice(from))
  return parts.join('')
}

function rewritten(json: JsonText, token: JsonToken, spans: readonly Span[], keys: KeyNames): string {
  if (token.inner !== undefined) return JSON.stringify(rewriteJson(token.inner, spans))
  const after = redact(json.text.slice(token.from, token.to), spans)
  return JSON.stringify(token.kind === 'key' ? keys.free(token, after) : after)
}

/** For each token that a span touches, by its index, the spans in what it says. */
function changedTokens(tokens: readonly JsonToken[], spans: readonly Span[]): Map<number, Span[]> {
  const changed = new Map<number, Span[]>()
  const add = (index: number, span: Span): void => {
    const { from, to } = tokens[index]!
    const inside = { ...span, start: Math.max(span.start, from) - from, end: Math.min(span.end, to) - from }
    const known = changed.get(index)
    if (known === undefined) changed.set(index, [inside])
    else known.push(inside)
  }
  const wide: Span[] = []
  for (const span of spans) {
    const first = firstEndingAfter(tokens, span.start)
    const next = tokens[first + 1]
    if (tokens[first] === undefined || tokens[first].from >= span.end) continue
    if (next === undefined || next.from >= span.end) add(first, span)
    else wide.push(span)
  }
  // Wide spans are united first: many of them over many values would cost their product.
  for (const span of mergeSpans(wide).map(withoutFrame)) {
    for (let index = firstEndingAfter(tokens, span.start); index < tokens.length; index++) {
      if (tokens[index]!.from >= span.end) break
      if (tokens[index]!.kind !== 'key') add(index, span)
    }
  }
  return changed
}

/** A replacement that was written for a piece of JSON, quotes and all, has no place inside a string. */
function withoutFrame({ replacement, ...span }: Span): Span {
  return replacement === undefined || replacement.includes('"') ? span : { ...span, replacement }
}

/** Index of the first token that says something behind a place of the flattened text. */
function firstEndingAfter(tokens: readonly JsonToken[], at: number): number {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokens[middle]!.to <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Keeps the keys of an object apart when some of them are rewritten. */
class KeyNames {
  readonly #json: JsonText
  #byObject: Map<number, Set<string>> | undefined
  /** The number that a name was last given, so that ten thousand equal ones take ten thousand steps. */
  readonly #last = new Map<string, number>()

  constructor(json: JsonText) {
    this.#json = json
  }

  free({ object }: JsonToken, name: string): string {
    const taken = this.#taken(object)
    let free = name
    if (taken.has(name)) {
      const key = `${object}:${name}`
      let number = this.#last.get(key) ?? 1
      do free = `${name}_${++number}`
      while (taken.has(free))
      this.#last.set(key, number)
    }
    taken.add(free)
    return free
  }

  #taken(object: number): Set<string> {
    this.#byObject ??= this.#read()
    return this.#byObject.get(object)!
  }

  #read(): Map<number, Set<string>> {
    const byObject = new Map<number, Set<string>>()
    for (const { kind, object, from, to } of this.#json.tokens) {
      if (kind !== 'key') continue
      const name = this.#json.text.slice(from, to)
      const names = byObject.get(object)
      if (names === undefined) byObject.set(object, new Set([name]))
      else names.add(name)
    }
    return byObject
  }
}
