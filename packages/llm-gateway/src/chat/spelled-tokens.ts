import type { JsonObject } from './dialect.ts'
import { isObject } from './json.ts'

/** A rebuilt token for release, with its bytes. */
export interface SpelledToken {
  readonly entry: JsonObject
  readonly bytes: Buffer
  /** Alternative tokens, by rank. */
  readonly others: readonly string[]
}

/** OpenAI's maximum number of alternatives. */
const OTHERS_MAX = 20
/** Own limit, far above real tokens. */
const TOKEN_CHARS_MAX = 512
/** A partial character is written as `\xe2\x80`, with its bytes in addition. */
const ESCAPED_BYTES = /^(?:\\x[0-9a-f]{2}){1,64}$/i

/** Parses one entry of a probability list; undefined if invalid. Keeps only known fields. */
export function spelledToken(value: unknown): SpelledToken | undefined {
  const own = isObject(value) ? plainToken(value) : undefined
  if (own === undefined || !isObject(value)) return undefined
  const list = value['top_logprobs']
  if (list === undefined) return { ...own, others: [] }
  if (list === null) return { bytes: own.bytes, entry: { ...own.entry, top_logprobs: null }, others: [] }
  if (!Array.isArray(list) || list.length > OTHERS_MAX) return undefined
  const others = list.map((other: unknown) => (isObject(other) ? plainToken(other) : undefined))
  if (!others.every((other) => other !== undefined)) return undefined
  return {
    bytes: own.bytes,
    entry: { ...own.entry, top_logprobs: others.map(({ entry }) => entry) },
    others: others.map(({ bytes }) => bytes.toString()),
  }
}

/** Returns the entries of a list that match a complete text, or undefined. Later entries (the end-of-answer token) are dropped. */
export function tokensSpelling(value: unknown, text: string): readonly SpelledToken[] | undefined {
  if (!Array.isArray(value)) return undefined
  const whole = Buffer.from(text)
  const tokens: SpelledToken[] = []
  let at = 0
  for (const item of value as readonly unknown[]) {
    if (at === whole.length) break
    const token = spelledToken(item)
    if (token === undefined || !token.bytes.equals(whole.subarray(at, at + token.bytes.length))) return undefined
    at += token.bytes.length
    tokens.push(token)
  }
  return at === whole.length ? tokens : undefined
}

/** Returns the concatenated alternatives of each rank, which need separate screening. */
export function textsOfRanks(tokens: readonly SpelledToken[], text: string): readonly string[] {
  const ranks: string[][] = []
  for (const { others } of tokens) {
    for (const [rank, other] of others.entries()) (ranks[rank] ??= []).push(other)
  }
  return ranks.map((pieces) => pieces.join('')).filter((message) => message !== '' && message !== text)
}

function plainToken({ token, logprob, bytes }: JsonObject): Pick<SpelledToken, 'entry' | 'bytes'> | undefined {
  if (typeof token !== 'string' || token.length > TOKEN_CHARS_MAX) return undefined
  if (logprob !== undefined && logprob !== null && typeof logprob !== 'number') return undefined
  const spelled = bytes === undefined || bytes === null ? Buffer.from(token) : bytesOf(bytes)
  if (spelled === undefined || !isTokenOf(token, spelled)) return undefined
  const entry = {
    token,
    ...(logprob === undefined ? {} : { logprob }),
    ...(bytes === undefined ? {} : { bytes }),
  }
  return { entry, bytes: spelled }
}

function bytesOf(value: unknown): Buffer | undefined {
  if (!Array.isArray(value) || value.length > TOKEN_CHARS_MAX * 4) return undefined
  const isByte = (item: unknown): item is number => Number.isInteger(item) && Number(item) >= 0 && Number(item) <= 255
  return value.every(isByte) ? Buffer.from(value) : undefined
}

/** Returns whether a token matches its bytes, or is the escaped form of a partial character. */
function isTokenOf(token: string, bytes: Buffer): boolean {
  if (bytes.equals(Buffer.from(token)) || bytes.toString() === token) return true
  return ESCAPED_BYTES.test(token) && Buffer.from(token.replaceAll(/\\x/gi, ''), 'hex').equals(bytes)
}
