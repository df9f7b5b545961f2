import { createHash } from 'node:crypto'
import { McpTool } from '@gatehouse/contracts/agents'
import { toolTexts } from '@gatehouse/guards/tools'
import { canonicalHash, canonicalJson } from '@gatehouse/kernel'
import type { PinnedDefinition } from './pin-store.ts'
import { safeIcons } from '../screening/addresses.ts'
import { isFields } from '../screening/envelope.ts'

type Fields = Readonly<Record<string, unknown>>

/** Maximum number of stored characters of a definition, for displaying changes. The hashes cover the whole definition. */
const KEPT_CHARS_MAX = 32_768
const KEPT_TEXT_CHARS_MAX = 4_096

/** A tool as listed by its server. */
export interface ListedTool extends PinnedDefinition {
  readonly name: string
  readonly texts: ReturnType<typeof toolTexts>
  /** Texts for the poisoning check: everything that is sent to clients. */
  readonly judged: ReturnType<typeof toolTexts>
  /** Form for clients: the protocol fields, all of them pinned. */
  readonly shown: Fields
}

/**
 * Parses a tool of a listing.
 * @returns undefined for an invalid tool, or one that is too large to be checked
 */
export function listedTool(value: unknown): ListedTool | undefined {
  const parsed = McpTool.safeParse(value)
  if (!parsed.success) return undefined
  const { name } = parsed.data
  // Only protocol fields form the definition. Legacy spellings of a schema are for other callers.
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
    // Nested too deeply, or with non-JSON numbers.
    return undefined
  }
}

/** Returns the fields of a tool besides its definition that clients use: icons, and metadata agreed between server and client. */
function extrasOf({ icons, _meta: meta }: Fields): Fields {
  const shown = safeIcons(icons)
  return {
    ...(shown.length === 0 ? {} : { icons: shown }),
    ...(isFields(meta) && Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  }
}

/** Returns whether a definition is distinctive. Many tools share empty definitions, which do not prove a rename. */
export function isDescriptive({ texts }: ListedTool): boolean {
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
