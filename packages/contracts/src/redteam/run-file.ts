import { z } from 'zod'
import { Dataset, RunRequest } from './run-request.ts'
import { RunTarget } from './target.ts'
import { FAIL_ON } from './words.ts'

/** Configuration file of attacks on an agent: input of `gatehouse redteam run --config`. */
export const RunFile = z.object({
  ...RunRequest.shape,
  failUnder: z.number().min(0).max(100).optional().describe("Minimum lower bound of the score's confidence interval."),
  failOn: z
    .enum(FAIL_ON)
    .optional()
    .describe('Lowest severity of a finding that fails the run. Default: high, or none with `failUnder`.'),
})
export type RunFile = z.infer<typeof RunFile>

/** Dataset of a run file: the command line reads `file`, relative to the run file. */
const FileDataset = z.object({
  ...Dataset.omit({ name: true, content: true }).shape,
  file: z.string().min(1).max(2_000),
})
const Selector = z.string().trim().min(1).max(1_000)

/** Chat page that the command line attacks in an installed browser, in place of the address of a target. */
export const WrittenBrowser = z.object({
  url: z.string().trim().min(1).max(2_000).describe('Address of the chat page.'),
  input: Selector.optional().describe('CSS selector of the chat input. Default: detected.'),
  send: Selector.optional().describe('CSS selector of the send button. Default: detected, else Enter.'),
  reply: Selector.optional().describe('CSS selector of the replies. Default: text that appears on the page.'),
  path: z.string().min(1).max(2_000).optional().describe('Browser program. Default: an installed Chromium or Chrome.'),
})
const WrittenRunFile = RunFile.extend({
  target: RunTarget.partial({ baseUrl: true }).optional(),
  browser: WrittenBrowser.optional(),
  datasets: z
    .array(z.union([FileDataset, Dataset]))
    .max(20)
    .optional(),
})

type Schema = Readonly<Record<string, unknown>>

/**
 * Returns the JSON Schema (2020-12) of such files. Unknown fields are errors, because a misspelled field would silently disable a check.
 */
export function runFileSchema(): Schema {
  const schema = closed(z.toJSONSchema(WrittenRunFile, { io: 'input' }))
  return { ...schema, title: 'Gatehouse red-team run' }
}

/** Returns the paths of fields that the schema does not define. */
export function unknownMembers(schema: unknown, value: unknown, path = ''): readonly string[] {
  if (!isObject(schema)) return []
  const { anyOf, oneOf, items, properties, additionalProperties } = schema
  const choices = [anyOf, oneOf].find(Array.isArray)
  if (choices !== undefined) {
    // For several variants, the most similar one is used.
    const found = choices.filter((choice) => mayBe(choice, value)).map((choice) => unknownMembers(choice, value, path))
    return found.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value)) return value.flatMap((item, at) => unknownMembers(items, item, `${path}.${at}`))
  if (!isObject(value) || !isObject(properties)) {
    return isObject(value)
      ? Object.entries(value).flatMap(([name, item]) => unknownMembers(additionalProperties, item, `${path}.${name}`))
      : []
  }
  return Object.entries(value).flatMap(([name, item]) => {
    const place = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(properties, name) ? unknownMembers(properties[name], item, place) : [place]
  })
}

/** Returns whether the discriminator, such as `type`, matches this variant. */
function mayBe(schema: unknown, value: unknown): boolean {
  if (!isObject(schema) || !isObject(schema['properties']) || !isObject(value)) return true
  return Object.entries(schema['properties']).every(
    ([name, item]) => !isObject(item) || !('const' in item) || item['const'] === value[name],
  )
}

function closed(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([name, item]): [string, unknown] => [name, closedValue(item)])
  const isRecord = 'additionalProperties' in schema || !('properties' in schema)
  return { ...Object.fromEntries(entries), ...(isRecord ? {} : { additionalProperties: false }) }
}

function closedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedValue)
  return isObject(value) ? closed(value) : value
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
