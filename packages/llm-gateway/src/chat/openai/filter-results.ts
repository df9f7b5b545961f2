import type { JsonObject } from '../dialect.ts'
import { isObject, objectsOf } from '../json.ts'
import { isPlainName, plainWord } from './plain-values.ts'

/** Maximum number of categories of one result. Azure has about a dozen plus the tenant's own lists. */
const CATEGORIES_MAX = 32
/** Maximum number of results for request messages. */
const PROMPTS_MAX = 128
const SEVERITIES: ReadonlySet<unknown> = new Set(['safe', 'low', 'medium', 'high'])

/**
 * Returns a provider's content filter results: categories with booleans and a severity. Other fields (quotes, addresses, messages) are
 * omitted, because they are not screened.
 */
export function filterResultsOf(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const categories = Object.entries(value).slice(0, CATEGORIES_MAX)
  return Object.fromEntries(
    categories.flatMap(([name, result]) => {
      if (plainWord(name) === undefined || !isObject(result)) return []
      const { severity, filtered, detected } = result
      const plain = {
        ...(typeof filtered === 'boolean' ? { filtered } : {}),
        ...(typeof detected === 'boolean' ? { detected } : {}),
        ...(SEVERITIES.has(severity) ? { severity } : {}),
      }
      return Object.keys(plain).length === 0 ? [] : [[name, plain] as const]
    }),
  )
}

/** Returns filter results for the request's messages. */
export function promptResultsOf(value: unknown): readonly JsonObject[] | undefined {
  if (!Array.isArray(value)) return undefined
  return objectsOf(value.slice(0, PROMPTS_MAX)).map(({ prompt_index, content_filter_results }) => ({
    ...(typeof prompt_index === 'number' ? { prompt_index } : {}),
    content_filter_results: filterResultsOf(content_filter_results) ?? {},
  }))
}

/** Returns numeric offsets of the filter. */
export function filterOffsetsOf(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const numbers = Object.entries(value).filter(([name, item]) => isPlainName(name) && typeof item === 'number')
  return Object.fromEntries(numbers.slice(0, CATEGORIES_MAX))
}
