import { isObject, objectsOf } from './json.ts'
import type { JsonObject } from './dialect.ts'

/** Kinds of parts that are counted by name, and how much of a name; names come from the caller. */
const KINDS_MAX = 20
const KIND_CHARS_MAX = 64
const OTHER_KINDS = 'other'

/** Counts a part that holds no text. */
export function countKind(kinds: Map<string, number>, name: string): void {
  const short = name.slice(0, KIND_CHARS_MAX)
  const kind = kinds.has(short) || kinds.size < KINDS_MAX ? short : OTHER_KINDS
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
}

/** Counts what a request says of tools that the model reads and nobody screens: descriptions, schemas. */
export function countTools(kinds: Map<string, number>, tools: unknown): void {
  for (const tool of objectsOf(tools)) {
    if (isObject(tool['function']) || isObject(tool['custom']) || SAYING.some((name) => tool[name] !== undefined)) {
      countKind(kinds, 'tools')
    }
  }
}

/** Members of a declared tool that hold words or names of the application's own. */
const SAYING = ['description', 'parameters', 'input_schema', 'format'] as const

/**
 * Counts fields of a body that hold texts and are not screened, by name.
 * @param known fields that are screened or counted, or that no model reads
 */
export function countFields(kinds: Map<string, number>, body: JsonObject, known: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(body)) if (!known.has(name) && holdsText(value)) countKind(kinds, name)
}

function holdsText(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string' && one !== '') return true
    if (typeof one === 'object' && one !== null) for (const member of Object.values(one)) open.push(member)
  }
  return false
}

/** Fields that more than one interface has, and that no model reads: who asks, how much, and how the answer is sampled. */
export const SETTINGS: readonly string[] = [
  'model',
  'stream',
  'stream_options',
  'user',
  'safety_identifier',
  'metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'service_tier',
  'store',
  'temperature',
  'top_p',
  'top_k',
  'top_logprobs',
  'tool_choice',
  'parallel_tool_calls',
]
