/**
 * Own limit: decoding passes of a name. Each proxy on the way to a tool decodes once at most; a name with more levels of encoding is
 * malicious.
 */
const DECODINGS_MAX = 8

/** Segment separators of some parsers: both slashes, path parameters, and the end of a path in a URL. */
const SEPARATORS = /[/\\;?#]/

/** Characters that some parsers drop around a segment. */
const DROPPED = /^[\p{Cc}\p{Cf}\p{White_Space}]+|[\p{Cc}\p{Cf}\p{White_Space}]+$/gu

/** Dot, slash and backslash in more bytes than UTF-8 allows, as lenient decoders still read them. */
const OVERLONG = [
  [/%(?:c0|e0%80|f0%80%80)%ae/gi, '.'],
  [/%(?:c0|e0%80|f0%80%80)%af/gi, '/'],
  [/%(?:c1|e0%81|f0%80%81)%9c/gi, '\\'],
] as const

const PERCENT = /(?:%[0-9a-f]{2})+/gi
/** The spelling of old JavaScript and of IIS. */
const PERCENT_U = /%u([0-9a-f]{4})/gi

/**
 * Returns whether a name contains a parent reference: literally, or after any number of decoding passes by a proxy or a tool. Full-width
 * characters count as their ASCII equivalents.
 */
export function stepsUpwards(name: string): boolean {
  let text = name.normalize('NFKC')
  for (let times = 0; times <= DECODINGS_MAX; times += 1) {
    if (text.split(SEPARATORS).some((step) => step.replace(DROPPED, '') === '..')) return true
    const next = decoded(text)
    if (next === text) return false
    text = next
  }
  return true
}

function decoded(text: string): string {
  let plain = text
  for (const [bytes, character] of OVERLONG) plain = plain.replaceAll(bytes, character)
  return plain
    .replaceAll(PERCENT_U, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(PERCENT, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .normalize('NFKC')
}
