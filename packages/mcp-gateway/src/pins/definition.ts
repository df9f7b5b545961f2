import { createHash } from 'node:crypto'
import { McpTool } from '@gatehouse/contracts'
import { toolTexts } from '@gatehouse/guards'
import { canonicalHash, canonicalJson } from '@gatehouse/kernel'
import type { PinnedDefinition } from './pin-store.ts'
import { safeIcons } from '../screening/addresses.ts'
import { isFields } from '../screening/envelope.ts'

type Fields = Readonly<Record<string, unknown>>

/** Characters of a definition that are kept, to show what has changed. The hashes are of the whole. */
const KEPT_CHARS_MAX = 32_768
const KEPT_TEXT_CHARS_MAX = 4_096

/** One tool as its server lists it. */
export interface ListedTool extends PinnedDefinition {
  readonly name: string
  readonly texts: ReturnType<typeof toolTexts>
  /** Its texts for those who look for poison: all that goes out. */
  readonly judged: ReturnType<typeof toolTexts>
  /** As it goes out: what the protocol names of it, all of it pinned. */
  readonly shown: Fields
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
    const extras = extrasOf(value as Fields)
    const definition = { ...present(texts), ...extras }
    const hash = canonicalHash({ name, ...texts })
    const body = canonicalJson(definition)
    const hasExtras = Object.keys(extras).length > 0
    return {
      name,
      texts,
      judged: hasExtras ? { ...texts, annotations: { ...texts.annotations, extras } } : texts,
      shown: { name, ...definition },
      hash: hasExtras ? canonicalHash({ hash, extras }) : hash,
      bodyHash: createHash('sha256').update(body).digest('hex'),
      definition: body.length <= KEPT_CHARS_MAX ? definition : shortened(definition),
    }
  } catch {
    // Nested too deeply, or with numbers that no JSON has.
    return undefined
  }
}

/** What a tool has beside its definition, and clients use: pictures of it, and what its server and a client agreed about. */
function extrasOf({ icons, _meta: meta }: Fields): Fields {
  const shown = safeIcons(icons)
  return {
    ...(shown.length === 0 ? {} : { icons: shown }),
    ...(isFields(meta) && Object.keys(meta).length > 0 ? { _meta: meta } : {}),
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

function shortened(definition: Fields): Fields {
  const { title, description } = definition
  return {
    ...(typeof title === 'string' ? { title: title.slice(0, KEPT_TEXT_CHARS_MAX) } : {}),
    ...(typeof description === 'string' ? { description: description.slice(0, KEPT_TEXT_CHARS_MAX) } : {}),
    truncated: true,
  }
}
