import ids from 'spdx-license-ids/index.json' with { type: 'json' }
import retired from 'spdx-license-ids/deprecated.json' with { type: 'json' }

/** An SPDX expression as a tree. */
export type Licence =
  | { readonly kind: 'licence'; readonly id: string; readonly orLater: boolean; readonly exception?: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Licence[] }

export interface ReadLicence {
  readonly licence: Licence
  /** The expression in the spelling of the list of SPDX. */
  readonly text: string
}

/** Maximum length in UTF-16 units and maximum nesting of an expression. Own limits: real expressions have one line. */
const UNITS_MAX = 1_000
const DEPTH_MAX = 20

const BY_LOWER = new Map([...retired, ...ids].map((id) => [id.toLowerCase(), id]))
const REFERENCE = /^(?:documentref-[a-z0-9.-]+:)?licenseref-[a-z0-9.-]+$/i
const TOKEN = /[()]|[^\s()]+/g

/**
 * Parses an SPDX expression; undefined when invalid. It is case-insensitive, as the specification defines, and a slash between two ids
 * means OR, as in older Rust manifests.
 * @see https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 */
export function readLicence(text: string): ReadLicence | undefined {
  if (text.length > UNITS_MAX) return undefined
  const reader = new Tokens(text.replaceAll('/', ' OR ').match(TOKEN) ?? [])
  const licence = choice(reader, 0)
  return licence === undefined || reader.peek() !== undefined ? undefined : { licence, text: write(licence) }
}

class Tokens {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  next(): string | undefined {
    this.#at += 1
    return this.#tokens[this.#at - 1]
  }

  takes(word: string): boolean {
    if (this.peek()?.toUpperCase() !== word) return false
    this.#at += 1
    return true
  }
}

type Part = (tokens: Tokens, depth: number) => Licence | undefined

/** Parses parts that one operator joins. */
function joined(kind: 'and' | 'or', word: string, part: Part): Part {
  return (tokens, depth) => {
    const parts: Licence[] = []
    do {
      const item = part(tokens, depth)
      if (item === undefined) return undefined
      parts.push(item)
    } while (tokens.takes(word))
    const [only] = parts
    return parts.length === 1 ? only : { kind, parts }
  }
}

const choice: Part = joined('or', 'OR', joined('and', 'AND', single))

function single(tokens: Tokens, depth: number): Licence | undefined {
  if (tokens.takes('(')) {
    const inner = depth < DEPTH_MAX ? choice(tokens, depth + 1) : undefined
    return tokens.takes(')') ? inner : undefined
  }
  const word = tokens.next()
  if (word === undefined) return undefined
  const orLater = word.endsWith('+')
  const bare = orLater ? word.slice(0, -1) : word
  const id =
    BY_LOWER.get(word.toLowerCase()) ?? BY_LOWER.get(bare.toLowerCase()) ?? (REFERENCE.test(bare) ? bare : undefined)
  if (id === undefined) return undefined
  const known = { kind: 'licence', id, orLater: orLater && !id.endsWith('+') } as const
  if (!tokens.takes('WITH')) return known
  const exception = tokens.next()
  return exception !== undefined && /^[A-Za-z0-9.-]+$/.test(exception) ? { ...known, exception } : undefined
}

function write(licence: Licence, isInner = false): string {
  if (licence.kind === 'licence') {
    const { id, orLater, exception } = licence
    return `${id}${orLater ? '+' : ''}${exception === undefined ? '' : ` WITH ${exception}`}`
  }
  const text = licence.parts.map((part) => write(part, true)).join(licence.kind === 'and' ? ' AND ' : ' OR ')
  return isInner ? `(${text})` : text
}
