import { isJsonObject } from '@gatehouse/kernel'
import { parseJson } from './json.ts'

const PATHS_MAX = 60
const DEPTH_MAX = 8
/** Maximum number of examined list elements: the first ones represent the others. */
const ITEMS_MAX = 3
/** Of a stream. */
const PIECES_MAX = 400
const SAMPLE_UNITS_MAX = 120
const PLACES_MAX = 12
/** Names that `responsePath` accepts: other members cannot be addressed. */
const USABLE_NAME = /^[^.\s[\]]{1,100}$/

/** Path in an answer, in the notation of `responsePath`. */
export interface AnswerPath {
  readonly path: string
  /** Of JSON: `string`, `number`, `array` … */
  readonly type: string
  /** Beginning of the text; for a list its length. */
  readonly sample: string
}

/**
 * Lists the content of an answer by dotted paths: of one JSON document, or of the events of a stream, whose texts are joined. Empty for
 * other formats.
 * @param mask redacts secrets of a sample before it is cut
 */
export function answerPaths(body: string, mask: (text: string) => string): readonly AnswerPath[] {
  const found = new Map<string, { type: string; text: string }>()
  for (const value of valuesIn(body)) walk(value, [], found)
  return [...found].map(([path, { type, text }]) => ({ path, type, sample: mask(text).slice(0, SAMPLE_UNITS_MAX) }))
}

/** Returns the paths that may be a reply: texts other than an echo of the message, complete sentences first. */
export function textPaths(paths: readonly AnswerPath[], message: string): readonly AnswerPath[] {
  const asked = message.slice(0, SAMPLE_UNITS_MAX)
  const isSentence = ({ sample }: AnswerPath): boolean => /\S\s+\S/.test(sample)
  return paths
    .filter(({ type, sample }) => type === 'string' && sample.trim() !== '' && sample !== asked)
    .toSorted((a, b) => Number(isSentence(b)) - Number(isSentence(a)) || b.sample.length - a.sample.length)
    .slice(0, PLACES_MAX)
}

function valuesIn(body: string): readonly unknown[] {
  const whole = parseJson(body)
  if (whole !== undefined) return [whole.value]
  return body
    .split('\n', PIECES_MAX)
    .flatMap((line) => parseJson(line.replace(/^data:/, ''))?.value ?? [])
    .filter((value) => typeof value === 'object')
}

function walk(value: unknown, path: readonly string[], found: Map<string, { type: string; text: string }>): void {
  if (path.length > DEPTH_MAX) return
  if (isJsonObject(value)) {
    for (const [name, one] of Object.entries(value)) if (USABLE_NAME.test(name)) walk(one, [...path, name], found)
    return
  }
  const at = path.join('.')
  if (found.size >= PATHS_MAX && !found.has(at)) return
  if (Array.isArray(value)) {
    if (path.length > 0) found.set(at, { type: 'array', text: `${value.length} items` })
    for (const [index, one] of value.slice(0, ITEMS_MAX).entries()) walk(one, [...path, String(index)], found)
    return
  }
  if (path.length === 0) return
  const type = value === null ? 'null' : typeof value
  const before = type === 'string' ? (found.get(at)?.text ?? '') : ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  found.set(at, { type, text: before + text })
}
