import type { Span } from '../../engine/guard.ts'
import { redact } from '../../engine/redact.ts'
import { type JsonText, linesOf, readJson, valuesOf } from './json-text.ts'
import { rewriteJson } from './rewrite-json.ts'
import { textRange } from './text-range.ts'

/** A half-open range of code units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A raw text, with a map to its decoded content. */
export interface RawText {
  readonly raw: string
  /** Returns the range of {@link Payload.text} for a range of the raw text; undefined for none. */
  toText(start: number, end: number): Range | undefined
}

/**
 * A tool result or tool arguments, ready for screening and rewriting. For JSON only keys and values are screened and rewritten, so that it
 * stays valid, with the same keys, lists and nesting.
 */
export interface Payload {
  readonly raw: string
  readonly isJson: boolean
  /** Content of the payload. Findings are offsets in it. */
  readonly text: string
  /** The same with each value on its own line, at the same offsets; unchanged for a payload that is not JSON. */
  readonly lines: string
  /** For JSON only its strings, one per line, with sentence-like member names; else the text itself. */
  readonly values: string
  /** The raw JSON text, and each JSON text in its strings; empty for plain text. */
  readonly documents: readonly RawText[]
  /** Maps spans of `raw` to {@link text}. */
  fromRaw(spans: readonly Span[]): readonly Span[]
  /** Returns the payload with the spans of {@link text} replaced. */
  rewrite(spans: readonly Span[]): string
}

/** Reads a payload; linear in its length. */
export function readPayload(raw: string): Payload {
  const json = readJson(raw)
  return json === undefined ? plainPayload(raw) : jsonPayload(json)
}

/** A payload that is not JSON. */
export function plainPayload(raw: string): Payload {
  return {
    raw,
    isJson: false,
    text: raw,
    lines: raw,
    values: raw,
    documents: [],
    fromRaw: (spans) => spans,
    rewrite: (spans) => redact(raw, spans),
  }
}

function jsonPayload(json: JsonText): Payload {
  let lines: string | undefined
  let values: string | undefined
  return {
    raw: json.raw,
    isJson: true,
    text: json.text,
    get lines() {
      return (lines ??= linesOf(json))
    },
    get values() {
      return (values ??= valuesOf(json))
    },
    documents: documentsOf(json, 0),
    fromRaw: (spans) =>
      spans.flatMap((span) => {
        const range = textRange(json, span.start, span.end)
        return range === undefined ? [] : [{ ...span, ...range }]
      }),
    rewrite: (spans) => rewriteJson(json, spans),
  }
}

function documentsOf(json: JsonText, offset: number): readonly RawText[] {
  const own: RawText = {
    raw: json.raw,
    toText(start, end) {
      const range = textRange(json, start, end)
      return range === undefined ? undefined : { start: range.start + offset, end: range.end + offset }
    },
  }
  const within = [...json.tokens.inner].flatMap(([index, inner]) =>
    documentsOf(inner, offset + json.tokens.from(index)),
  )
  return [own, ...within]
}
