import type { McpTool } from '@gatehouse/contracts'
import { canonicalHash } from '@gatehouse/kernel'
import { findInstructions } from '../../detectors/instructions/find-instructions.ts'

/** What a server says of a tool. */
export interface ToolTexts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>> | undefined
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined
  readonly annotations: Readonly<Record<string, unknown>> | undefined
}

/** Parts of a definition that are pinned each by itself: a caller may send one alone. */
export const PINNED_PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const
export type PinnedPart = (typeof PINNED_PARTS)[number]

/** SHA-256 by part, hexadecimal; a part that the tool does not have is absent. */
export type Pins = Readonly<Partial<Record<PinnedPart, string>>>

/** Texts in schemas that are looked at: characters over all, and how deep. */
const TEXT_CHARS_MAX = 65_536
const DEPTH_MAX = 32

/** A tool in the words of the protocol, from either dialect. */
export function toolTexts(tool: { readonly [Field in keyof McpTool]?: McpTool[Field] | undefined }): ToolTexts {
  return {
    title: tool.title ?? undefined,
    description: tool.description ?? undefined,
    inputSchema: tool.inputSchema ?? tool.input_schema ?? tool.schema ?? undefined,
    outputSchema: tool.outputSchema ?? tool.output_schema ?? undefined,
    annotations: tool.annotations ?? undefined,
  }
}

/** The hash of the whole definition, and of each of its parts. */
export function pinsOf(name: string, texts: ToolTexts): { readonly hash: string; readonly parts: Pins } {
  const parts: Partial<Record<PinnedPart, string>> = {}
  for (const part of PINNED_PARTS) {
    const value = texts[part]
    if (value !== undefined) parts[part] = canonicalHash(value)
  }
  return { hash: canonicalHash({ name, ...texts }), parts }
}

/** Parts that the caller sent and that are not as they were pinned. */
export function changedParts(pins: Pins, texts: ToolTexts): readonly PinnedPart[] {
  return PINNED_PARTS.filter((part) => {
    const value = texts[part]
    return value !== undefined && canonicalHash(value) !== pins[part]
  })
}

/** Definitions whose findings are remembered: the same one comes with every call. The oldest is forgotten first. */
const KEPT_MAX = 2_000
const kept = new Map<string, readonly string[]>()

/**
 * What in a definition is written to steer the model: every text of it, those in the schemas included, where parameters
 * have descriptions, defaults and names of their own.
 * @returns `category:sign`, in order; empty when nothing was found
 */
export function findPoison(name: string, texts: ToolTexts): readonly string[] {
  const key = canonicalHash({ name, ...texts })
  let findings = kept.get(key)
  if (findings === undefined) {
    findings = poisonIn(name, texts)
    kept.set(key, findings)
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
  }
  return findings
}

/**
 * What the classifier must score where no sign is found. It has learned what users write, and descriptions are orders too:
 * at the usual threshold it takes one in ten harmless ones for attacks ("Returns the text that it is given").
 */
const CLASSIFIER_MIN = 0.9

function poisonIn(name: string, texts: ToolTexts): readonly string[] {
  const own = [name.replaceAll('_', ' '), texts.title, texts.description].filter((text) => text !== undefined)
  const inSchemas = schemaTexts([texts.inputSchema, texts.outputSchema, texts.annotations])
  // Long texts each by itself, so that none is watered down by the others; and all together, since an order may be spread.
  const long = inSchemas.filter((text) => text.length >= LONG_CHARS)
  const judged = new Set([own.join('\n'), ...long, [...own, ...inSchemas].join('\n').slice(0, TEXT_CHARS_MAX)])
  const found = new Set<string>()
  for (const text of judged) {
    for (const { category, signs } of findInstructions(text, 'tool', CLASSIFIER_MIN)) {
      for (const sign of signs.length === 0 ? ['classifier'] : signs) found.add(`${category}:${sign}`)
    }
  }
  return [...found].sort()
}

/** A description of a parameter that says more than what it is. */
const LONG_CHARS = 80

/** Words of JSON Schema say nothing; all other names are a server's own. */
const SCHEMA_WORDS = new Set([
  'type',
  'properties',
  'items',
  'required',
  'description',
  'title',
  'default',
  'enum',
  'const',
  'format',
  'pattern',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'examples',
  'string',
  'object',
  'array',
  'number',
  'integer',
  'boolean',
  'null',
  '$schema',
  '$ref',
  '$defs',
  'definitions',
])

/** Shorter texts give no orders. */
const TEXT_CHARS_MIN = 12

function schemaTexts(schemas: readonly unknown[]): readonly string[] {
  const texts: string[] = []
  let left = TEXT_CHARS_MAX
  const walk = (value: unknown, depth: number): void => {
    if (left <= 0 || depth > DEPTH_MAX) return
    if (typeof value === 'string') {
      if (value.length < TEXT_CHARS_MIN || SCHEMA_WORDS.has(value)) return
      texts.push(value.slice(0, left))
      left -= value.length
    } else if (Array.isArray(value)) {
      for (const element of value) walk(element, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        walk(name.replaceAll('_', ' '), depth + 1)
        walk(inner, depth + 1)
      }
    }
  }
  for (const schema of schemas) walk(schema, 0)
  return texts
}
