import { decodeText } from '../decode.ts'
import { TEXT_CHARS_MAX } from '../limits.ts'
import type { Sink } from '../sink.ts'

/** Text, Markdown, CSV and source code: all of it is seen, so all of it is text. */
export function readPlain(bytes: Uint8Array, sink: Sink): void {
  sink.text(decoded(bytes, sink))
}

/**
 * Reads JSON as raw text. Escapes hide words in the raw text (`\u0069gnore`), so that strings with escapes are also reported in decoded
 * form.
 */
export function readJson(bytes: Uint8Array, sink: Sink): void {
  const text = decoded(bytes, sink)
  sink.text(text)
  if (!text.includes('\\')) return
  for (const body of escapedStrings(text.slice(0, TEXT_CHARS_MAX))) {
    try {
      const value: unknown = JSON.parse(`"${body.replace(/[\n\r\t]/g, ' ')}"`)
      if (typeof value === 'string') sink.hidden('escaped strings', value)
    } catch {
      // Invalid JSON escape: only the raw text is available.
    }
  }
}

/** Yields quoted strings with a backslash, in one pass: an unterminated quote must not be searched twice. */
function* escapedStrings(text: string): Generator<string> {
  for (let open = text.indexOf('"'); open !== -1;) {
    let at = open + 1
    let escaped = false
    for (; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] !== '\\') continue
      escaped = true
      at += 1
    }
    if (at >= text.length) return
    if (escaped) yield text.slice(open + 1, at)
    open = text.indexOf('"', at + 1)
  }
}

function decoded(bytes: Uint8Array, sink: Sink): string {
  const { text, charset } = decodeText(bytes)
  if (charset === 'windows-1252') sink.note('The text is not UTF-8 and was read as Western European (Windows-1252).')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
