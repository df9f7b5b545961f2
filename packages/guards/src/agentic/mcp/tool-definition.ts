import type { McpTool } from '@gatehouse/contracts'
import { canonicalHash } from '@gatehouse/kernel'
import { findInstructions } from '../../detectors/instructions/find-instructions.ts'
import { CONFIDENCE_DEFAULT } from '../../detectors/adversarial/signs.ts'

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

/**
 * What in a definition is written to steer the model: every text of it, those in the schemas included, where parameters
 * have descriptions, defaults and names of their own.
 * @returns `category:sign`, in order; empty when nothing was found
 */
export function findPoison(name: string, texts: ToolTexts): readonly string[] {
  const whole = [name, texts.title, texts.description].filter((text) => text !== undefined)
  const all = [...whole, ...schemaTexts([texts.inputSchema, texts.outputSchema, texts.annotations])]
  const found = new Set<string>()
  // Each by itself, so that none is watered down by the others; and together, since an order may be spread over them.
  for (const text of [...all, all.join('\n').slice(0, TEXT_CHARS_MAX)]) {
    for (const { category, signs } of findInstructions(text, 'tool', CONFIDENCE_DEFAULT)) {
      for (const sign of signs.length === 0 ? ['classifier'] : signs) found.add(`${category}:${sign}`)
    }
  }
  return [...found].sort()
}

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
