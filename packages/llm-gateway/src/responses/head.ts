import type { AnswerHead, JsonObject } from '../chat/dialect.ts'
import { isObject } from '../chat/json.ts'
import { factsOf, idsOf } from '../dialects/heads.ts'

const IDS = ['id', 'model', 'previous_response_id', 'prompt_cache_key', 'safety_identifier', 'user']
/** Counts, booleans and words, alone or in objects. */
const FACTS: ReadonlySet<string> = new Set([
  'object',
  'created_at',
  'completed_at',
  'status',
  'background',
  'conversation',
  'incomplete_details',
  'max_output_tokens',
  'max_tool_calls',
  'parallel_tool_calls',
  'prompt_cache_retention',
  'reasoning',
  'service_tier',
  'store',
  'temperature',
  'tool_choice',
  'top_logprobs',
  'top_p',
  'truncation',
  'usage',
])
/** Request texts that a response repeats. They are dropped, because they would not be screened again. */
const REPEATED = ['instructions', 'metadata', 'prompt']
const OURS: ReadonlySet<string> = new Set([...IDS, ...FACTS, ...REPEATED, 'text', 'tools', 'output', 'x_shield'])

/** Returns default header fields of a response. */
export function defaultHead({ id, model, created }: AnswerHead): JsonObject {
  return { id: `resp_${id}`, object: 'response', created_at: created, model }
}

/** Returns the rebuilt identifiers and counters of a response. None can contain free text. */
export function namedFields(body: JsonObject): JsonObject {
  const facts = Object.fromEntries(Object.entries(body).filter(([name]) => FACTS.has(name)))
  const repeated = REPEATED.filter((name) => name in body).map((name) => [name, null] as const)
  return {
    ...idsOf(body, IDS),
    ...givenFacts(facts),
    ...Object.fromEntries(repeated),
    ...(isObject(body['text']) ? { text: textFormat(body['text']) } : {}),
    ...('tools' in body ? { tools: [] } : {}),
  }
}

/** A null time from the upstream counts as missing. */
function givenFacts(facts: JsonObject): JsonObject {
  const { created_at, ...rest } = factsOf(facts)
  return typeof created_at === 'number' && created_at > 0 ? { created_at, ...rest } : rest
}

/** Returns additional fields of a provider, including its error, which are screened. */
export function unknownFields(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !OURS.has(name)))
}

/** Returns only the kind of the text format, because a schema contains descriptions. */
function textFormat({ format, verbosity }: JsonObject): JsonObject {
  return factsOf({ ...(isObject(format) ? { format: { type: format['type'] } } : {}), verbosity })
}
