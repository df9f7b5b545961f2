import { syntaxErrorIn } from './json-syntax.ts'
import { reportFailure } from './node.ts'

/** Own limit: SARIF and CycloneDX nest less than 20 levels. */
const DEPTH_MAX = 100

/**
 * Parses a JSON document of bounded nesting, in UTF-8 or UTF-16 with a byte order mark.
 * @throws {Failure} `invalid_request` with the location of the error
 */
export function parseBoundedJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  if (/^\s{0,100}</.test(text)) throw reportFailure('the file is XML or HTML. Export the report as JSON')
  checkDepth(text)
  try {
    return JSON.parse(text)
  } catch {
    // V8 quotes the surrounding text, which may contain a secret.
    throw reportFailure(`not a JSON document: ${syntaxErrorIn(text)}`)
  }
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw reportFailure('the file is not text in UTF-8')
  }
}

function checkDepth(text: string): void {
  let depth = 0
  let line = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > DEPTH_MAX) throw reportFailure(`more than ${DEPTH_MAX} nested levels at line ${line}`)
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === 0x0a) line += 1
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === 0x22) return at
  }
  return text.length
}
