import { tooLarge } from './bounds.ts'
import { isFields, KEPT } from './envelope.ts'

/** Values of one message, and how deep they lie: what is larger was refused before, and is refused here. */
const TEXTS_MAX = 200_000
const DEPTH_MAX = 128

/**
 * What a JSON text says: its texts in their order, a line each, without the names and values of the protocol.
 * @throws {Failure} `body_too_large` for what cannot be read to its end
 */
export function wordsIn(json: string): string {
  return textsIn(json).words.join('\n')
}

/**
 * All that a JSON text says, a line each: its words, then what stands where the protocol has names and addresses, then the names of
 * its fields, each once. Between the words nothing of that stands, so that an order is read as one however many parts it has.
 * @throws {Failure} `body_too_large` for what cannot be read to its end
 */
export function linesIn(json: string): string {
  const { words, names, fields } = textsIn(json)
  return [...words, ...names, ...fields].join('\n')
}

interface Texts {
  readonly words: readonly string[]
  readonly names: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
}

function textsIn(json: string): Texts {
  const words: string[] = []
  const names = new Set<string>()
  const fields = new Set<string>()
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) throw tooLarge(`${DEPTH_MAX} levels`)
    if (typeof value === 'string') {
      if (words.length === TEXTS_MAX) throw tooLarge(`${TEXTS_MAX} texts`)
      words.push(value)
    } else if (Array.isArray(value)) for (const inner of value) walk(inner, depth + 1)
    else if (isFields(value)) {
      for (const [name, inner] of Object.entries(value)) {
        fields.add(name)
        if (KEPT.has(name) && typeof inner === 'string') names.add(inner)
        else walk(inner, depth + 1)
      }
    }
  }
  walk(JSON.parse(json), 0)
  return { words, names, fields }
}
