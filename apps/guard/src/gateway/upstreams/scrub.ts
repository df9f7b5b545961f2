import { MASK } from '@gatehouse/kernel'
import type { OpenedSecrets } from './upstream.ts'

/** Characters of a key, at its beginning or its end, that give it away; providers quote keys in part. */
const TELLING_CHARS = 12
/** What is shorter is no key, and would be found in ordinary words. */
const SECRET_CHARS_MIN = 6

/**
 * A text without the upstream's secrets, nor longer beginnings or ends of them: providers quote the key that they refuse.
 * Linear in the text for each of the few secrets.
 */
export function scrub(text: string, secrets: OpenedSecrets): string {
  let clean = text
  for (const secret of spellings(secrets)) {
    clean = masked(clean, secret.slice(0, TELLING_CHARS), (at) => [at, commonEnd(clean, at, secret)])
    const tail = secret.slice(-TELLING_CHARS)
    clean = masked(clean, tail, (at, from) => [commonStart(clean, at + tail.length, secret, from), at + tail.length])
  }
  return clean
}

/** Whether a text holds any of it. */
export function holdsSecret(text: string, secrets: OpenedSecrets): boolean {
  return scrub(text, secrets) !== text
}

const spelled = new WeakMap<OpenedSecrets, readonly string[]>()

/** The secrets as they may stand in an answer: plain, in a URL, in Base64. Longest first. */
function spellings(secrets: OpenedSecrets): readonly string[] {
  let known = spelled.get(secrets)
  if (known === undefined) {
    known = spell(secrets)
    spelled.set(secrets, known)
  }
  return known
}

function spell({ apiKey, headers }: OpenedSecrets): readonly string[] {
  const values = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)]
  return values
    .map((secret) => secret.reveal())
    .filter(({ length }) => length >= SECRET_CHARS_MIN)
    .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), base64(value)])
    .toSorted((a, b) => b.length - a.length)
}

// The last characters of Base64 depend on what follows.
function base64(value: string): string {
  return Buffer.from(value).toString('base64').slice(0, -3)
}

function masked(text: string, anchor: string, spanOf: (at: number, from: number) => readonly [number, number]): string {
  let at = text.indexOf(anchor)
  if (at === -1) return text
  let clean = ''
  let from = 0
  while (at !== -1) {
    const [start, end] = spanOf(at, from)
    clean += text.slice(from, start) + MASK
    from = end
    at = text.indexOf(anchor, from)
  }
  return clean + text.slice(from)
}

/** Where the secret that begins at `at` ends, or the part of it that is there. */
function commonEnd(text: string, at: number, secret: string): number {
  let length = 0
  while (length < secret.length && text[at + length] === secret[length]) length += 1
  return at + length
}

/** Where the secret that ends at `end` begins, or the part of it that is there; not before `from`, so that nothing is read twice. */
function commonStart(text: string, end: number, secret: string, from: number): number {
  let length = 0
  while (
    length < secret.length &&
    end - length > from &&
    text[end - length - 1] === secret[secret.length - length - 1]
  ) {
    length += 1
  }
  return end - length
}
