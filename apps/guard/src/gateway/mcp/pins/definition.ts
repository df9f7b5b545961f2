import { McpTool } from '@gatehouse/contracts'
import { pinsOf, toolTexts } from '@gatehouse/guards'
import { canonicalHash, canonicalJson } from '@gatehouse/kernel'
import type { PinnedDefinition } from '@gatehouse/store'

type Fields = Readonly<Record<string, unknown>>

/** Characters of a definition that are kept, to show what has changed. The hashes are of the whole. */
const KEPT_CHARS_MAX = 32_768
const KEPT_TEXT_CHARS_MAX = 4_096

/** One tool as its server lists it. */
export interface ListedTool extends PinnedDefinition {
  readonly name: string
  readonly texts: ReturnType<typeof toolTexts>
  /** As it came. */
  readonly raw: Fields
}

/**
 * Reads a tool of a listing.
 * @returns undefined for what is none, or is too large to be judged
 */
export function listedTool(value: unknown): ListedTool | undefined {
  const parsed = McpTool.safeParse(value)
  if (!parsed.success) return undefined
  const { name } = parsed.data
  // Only what the protocol itself names is a definition; the older spellings of a schema are for other callers.
  const { title, description, inputSchema, outputSchema, annotations } = parsed.data
  const texts = toolTexts({ title, description, inputSchema, outputSchema, annotations })
  try {
    return {
      name,
      texts,
      raw: value as Fields,
      hash: pinsOf(name, texts).hash,
      bodyHash: canonicalHash(present(texts)),
      definition: kept(present(texts)),
    }
  } catch {
    // Nested too deeply, or with numbers that no JSON has.
    return undefined
  }
}

/** A definition that says nothing of the tool is shared by many, and its copy proves no rename. */
export function isTelling({ texts }: ListedTool): boolean {
  return (texts.description ?? '').trim().length >= TELLING_CHARS_MIN
}

const TELLING_CHARS_MIN = 12

function present(texts: ListedTool['texts']): Fields {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
}

function kept(definition: Fields): Fields {
  if (canonicalJson(definition).length <= KEPT_CHARS_MAX) return definition
  const { title, description } = definition
  return {
    ...(typeof title === 'string' ? { title: title.slice(0, KEPT_TEXT_CHARS_MAX) } : {}),
    ...(typeof description === 'string' ? { description: description.slice(0, KEPT_TEXT_CHARS_MAX) } : {}),
    truncated: true,
  }
}
