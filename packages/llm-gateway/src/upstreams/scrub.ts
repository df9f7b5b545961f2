import { MASK } from '@gatehouse/kernel'
import type { OpenedSecrets } from './upstream.ts'

/** Number of leading or trailing characters that identify a key, because providers quote keys partially. */
const TELLING_CHARS = 12
/** Minimum length of a secret: a shorter text would match ordinary words. */
const SECRET_CHARS_MIN = 6

/**
 * Removes the upstream's secrets, and long prefixes or suffixes of them, because providers quote rejected keys. Takes linear time per
 * secret.
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

/** Returns whether a text contains any secret. */
export function containsSecret(text: string, secrets: OpenedSecrets): boolean {
  return scrub(text, secrets) !== text
}

const spelled = new WeakMap<OpenedSecrets, readonly string[]>()

/** Returns the possible spellings of the secrets in a response: plain, URL-encoded, Base64. Longest first. */
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
    .flatMap(spellingsOf)
    .toSorted((a, b) => b.length - a.length)
}

function spellingsOf(value: string): readonly string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), base64(value)]
}

// Encodes a value in Base64 without its last characters, which depend on the following bytes.
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

/** Returns the end of the secret, or of its prefix, that starts at `at`. */
function commonEnd(text: string, at: number, secret: string): number {
  let length = 0
  while (length < secret.length && text[at + length] === secret[length]) length += 1
  return at + length
}

/** Returns the start of the secret, or of its suffix, that ends at `end`; at least `from`, so that no text is read twice. */
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

/**
 * Minimum length of a secret in an answer. A shorter one may be an ordinary word ("production", "ollama"). Error messages are also
 * scrubbed of shorter secrets and of parts of keys.
 */
const ANSWER_SECRET_CHARS_MIN = 16
/** Names of headers with secrets. Values of other headers are not secret. */
const SECRET_HEADER = /auth|key|token|secret|cookie|credential|password/
const SCHEME = /^(?:bearer|basic|token) +/i

const canaries = new WeakMap<OpenedSecrets, readonly Buffer[]>()

/**
 * Removes complete secrets of the upstream from the bytes of an answer. An upstream that quotes them would reveal them to every tenant
 * that it serves. Bytes pass immediately, except for a possible prefix of a secret. Secrets that a model splits over several events are
 * not detected, but no model knows its key.
 */
export async function* withoutSecrets(
  body: AsyncIterable<Uint8Array>,
  secrets: OpenedSecrets,
): AsyncGenerator<Uint8Array> {
  const wanted = canariesOf(secrets)
  if (wanted.length === 0) {
    yield* body
    return
  }
  let current: Buffer = Buffer.alloc(0)
  for await (const piece of body) {
    const view = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const clean = maskedBytes(current.length === 0 ? view : Buffer.concat([current, view]), wanted)
    const from = clean.length - openLength(clean, wanted)
    current = clean.subarray(from)
    if (from > 0) yield clean.subarray(0, from)
  }
  if (current.length > 0) yield current
}

function canariesOf(secrets: OpenedSecrets): readonly Buffer[] {
  let known = canaries.get(secrets)
  if (known === undefined) {
    const headers = Object.entries(secrets.headers).filter(([name]) => SECRET_HEADER.test(name))
    const values = [secrets.apiKey, ...headers.map(([, value]) => value)]
      .flatMap((secret) => (secret === undefined ? [] : [secret.reveal().replace(SCHEME, '')]))
      .filter(({ length }) => length >= ANSWER_SECRET_CHARS_MIN)
    known = [...new Set(values.flatMap(spellingsOf))].map((item) => Buffer.from(item))
    canaries.set(secrets, known)
  }
  return known
}

function maskedBytes(bytes: Buffer, wanted: readonly Buffer[]): Buffer {
  let clean = bytes
  for (const secret of wanted) {
    let at = clean.indexOf(secret)
    if (at === -1) continue
    const parts: Buffer[] = []
    let from = 0
    for (; at !== -1; at = clean.indexOf(secret, from)) {
      parts.push(clean.subarray(from, at), MASK_BYTES)
      from = at + secret.length
    }
    clean = Buffer.concat([...parts, clean.subarray(from)])
  }
  return clean
}

const MASK_BYTES = Buffer.from(MASK)

/** Returns the number of trailing bytes that may be the prefix of a secret. */
function openLength(bytes: Buffer, wanted: readonly Buffer[]): number {
  let longest = 0
  for (const secret of wanted) {
    const from = Math.max(0, bytes.length - secret.length + 1)
    for (let at = bytes.indexOf(secret[0]!, from); at !== -1; at = bytes.indexOf(secret[0]!, at + 1)) {
      const length = bytes.length - at
      if (length <= longest) break
      if (bytes.compare(secret, 0, length, at) === 0) longest = length
    }
  }
  return longest
}
