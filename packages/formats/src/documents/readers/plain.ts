import { decodeText } from '../decode.ts'
import { TEXT_CHARS_MAX } from '../limits.ts'
import type { Sink } from '../sink.ts'

/** Text, Markdown, CSV and source code: all of it is seen, so all of it is text. */
export function readPlain(bytes: Uint8Array, sink: Sink): void {
  sink.text(decoded(bytes, sink))
}

/**
 * JSON as it stands. Escapes hide words from whoever reads the raw text (`\u0069gnore`), so strings that have some are
 * given decoded as well.
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
      // Not an escape that JSON knows: the raw text is all there is.
    }
  }
}

/** What stands between quotes and holds a backslash, in one pass: a quote without an end must not be searched for twice. */
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
