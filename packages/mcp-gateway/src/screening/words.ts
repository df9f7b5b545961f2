import { tooLarge } from './bounds.ts'
import { isFields, KEPT } from './envelope.ts'

/** Maximum number of values of one message, and maximum depth. Larger messages were already rejected. */
const TEXTS_MAX = 200_000
const DEPTH_MAX = 128

/**
 * Returns the texts of a JSON text in order, one per line, without names and values of the protocol.
 * @throws {Failure} `body_too_large` for a text that is too large to be read completely
 */
export function wordsIn(json: string): string {
  return textsIn(json).words.join('\n')
}

/**
 * Returns all content of a JSON text, one per line: its texts, then protocol names and addresses, then field names, each once. The texts
 * are consecutive, so that an instruction in several parts is detected.
 * @throws {Failure} `body_too_large` for a text that is too large to be read completely
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
