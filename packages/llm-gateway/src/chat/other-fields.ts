import type { JsonObject, RequestText } from './dialect.ts'
import { isPlainId } from './ids.ts'
import { isObject, type JsonPath } from './json.ts'

/** A text with its path in the body. */
export interface PlacedText extends RequestText {
  readonly path: JsonPath
}

/** Fields for routing, counting or sampling that no model reads. Values that contain text are still screened. */
const ROUTING: ReadonlySet<string> = new Set([
  'model',
  'user',
  'safety_identifier',
  'metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'service_tier',
  'inference_geo',
  'previous_response_id',
  'conversation',
  'container',
  'include',
])
/** Fields with lists of definitions, which are screened individually. */
const LISTS: ReadonlySet<string> = new Set(['tools', 'functions', 'mcp_servers'])
/** Fields of other APIs with user text or application instructions. */
const PROMPTS: ReadonlySet<string> = new Set(['prompt', 'suffix', 'input', 'inputs', 'query', 'question', 'context'])
const INSTRUCTIONS: ReadonlySet<string> = new Set(['system', 'instructions', 'preamble', 'system_prompt', 'developer'])

/** API and JSON Schema vocabulary, which is not screened. */
const VOCABULARY: ReadonlySet<string> = new Set(
  (
    'type function name description parameters input_schema properties required items enum strict additionalProperties $schema ' +
    '$defs definitions anyOf oneOf allOf not const default title format json_schema json_object schema custom grammar syntax ' +
    'definition object string number integer boolean array null text auto none required any tool web_search file_search ' +
    'code_interpreter cache_control ephemeral minimum maximum minLength maxLength minItems maxItems pattern examples effort ' +
    'summary verbosity low medium high minimal detailed concise enabled disabled adaptive budget_tokens voice audio ' +
    'parallel_tool_calls disable_parallel_tool_use include_usage mode allowed_tools stream_options'
  ).split(' '),
)

/**
 * Returns every text of the fields that are not turns: tool definitions, response formats, settings, and unknown fields. All may reach the
 * model.
 * @param read fields that the dialect has read
 * @param fields fields of the API; names of other fields are texts too
 */
export function textsOfOtherFields(
  body: JsonObject,
  read: ReadonlySet<string>,
  fields: ReadonlySet<string>,
): readonly PlacedText[] {
  const texts: PlacedText[] = []
  // Each is a separate message before all others.
  let message = FIRST
  for (const [field, value] of Object.entries(body)) {
    const isKnown = fields.has(field)
    if (read.has(field) || value === undefined || (value === null && isKnown)) continue
    const parts: readonly (readonly [JsonPath, unknown])[] =
      LISTS.has(field) && Array.isArray(value)
        ? value.map((item: unknown, index) => [[field, index], item] as const)
        : [[[field], value]]
    for (const [path, part] of parts) {
      message += 1
      const about = isKnown
        ? { message, source: sourceOf(field) }
        : { message: UNKNOWN, source: INSTRUCTIONS.has(field) ? ('system' as const) : ('user' as const) }
      collect(part, path, about, isKnown && ROUTING.has(field), texts)
      if (!isKnown && field !== '') texts.push({ ...about, text: field, path, isFixed: true })
    }
  }
  return texts
}

/** Turns are numbered from 0, additional texts from here on. */
const FIRST = -100_000
/** Unknown fields count as one user message, so that split words are joined. */
const UNKNOWN = FIRST - 1

function sourceOf(field: string): RequestText['source'] {
  if (PROMPTS.has(field)) return 'user'
  return INSTRUCTIONS.has(field) ? 'system' : 'application'
}

/** Adds the texts of a value, and the names of its members as one text. The parser limits the nesting. */
function collect(
  value: unknown,
  path: JsonPath,
  about: Pick<RequestText, 'message' | 'source'>,
  isRouting: boolean,
  texts: PlacedText[],
): void {
  const names = new Set<string>()
  const open: { readonly value: unknown; readonly path: JsonPath }[] = [{ value, path }]
  while (open.length > 0) {
    const { value: item, path: at } = open.pop()!
    if (typeof item === 'string') {
      const isSilent = item === '' || VOCABULARY.has(item) || (isRouting && isPlainId(item))
      if (!isSilent) texts.push({ ...about, text: item, path: at })
    } else if (Array.isArray(item)) {
      for (let index = item.length - 1; index >= 0; index -= 1) open.push({ value: item[index], path: [...at, index] })
    } else if (isObject(item)) {
      for (const [name, member] of Object.entries(item).toReversed()) {
        if (!VOCABULARY.has(name) && !(isRouting && isPlainId(name))) names.add(name)
        open.push({ value: member, path: [...at, name] })
      }
    }
  }
  if (names.size > 0) texts.push({ ...about, text: [...names].join('\n'), path, isFixed: true })
}
