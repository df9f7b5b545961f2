import { z } from 'zod'

import type { Schema } from './types.ts'

type Io = 'input' | 'output'

/** Schemas of one document: each named schema is written once under `components` and referenced elsewhere. */
export interface Schemas {
  /** Returns a reference to `schema`, named by its own id or else by `name`; the schema itself if it is not an object. */
  use(schema: z.ZodType, io: Io, name: string): Schema
  /** The schema itself, without a name. */
  inline(schema: z.ZodType, io: Io): Schema
  /** Returns the document with final references and `components.schemas`. Called once, last. */
  finish<Document extends { readonly components: object }>(document: Document): Document
}

const COMPONENT = '#/components/schemas/'
const DEFINITION = '#/$defs/'

/**
 * Collects schemas. A schema with defaults differs for requests and responses. Until all ids with two variants are known, references have
 * the form `input:Name` or `output:Name`.
 */
export function createSchemas(): Schemas {
  const filed = new Map<string, Schema>()
  const used = { input: new Map<z.ZodType, Schema>(), output: new Map<z.ZodType, Schema>() }

  function inline(schema: z.ZodType, io: Io, self = ''): Schema {
    const { $schema: _, $defs = {}, ...root } = jsonSchema(schema, io)
    const local = (reference: string) => {
      if (reference === '#') return `${io}:${self}`
      return reference.startsWith(DEFINITION) ? `${io}:${safeName(reference.slice(DEFINITION.length))}` : reference
    }
    for (const [id, body] of Object.entries($defs)) filed.set(`${io}:${safeName(id)}`, mapReferences(body, local))
    return mapReferences(root, local)
  }

  function use(schema: z.ZodType, io: Io, name: string): Schema {
    const known = used[io].get(schema)
    if (known !== undefined) return known
    let written = inline(schema, io, name)
    if (written.type === 'object') {
      filed.set(`${io}:${name}`, written)
      written = { $ref: `${io}:${name}` }
    }
    used[io].set(schema, written)
    return written
  }

  function finish<Document extends { readonly components: object }>(document: Document): Document {
    const differing = differingNames(filed)
    const finalName = (key: string) => {
      const [io, name] = key.split(':', 2) as [Io, string]
      return io === 'input' && differing.has(name) ? `${name}Input` : name
    }
    const final = (reference: string) => (filed.has(reference) ? COMPONENT + finalName(reference) : reference)
    const schemas = [...filed].map(([key, body]) => [finalName(key), mapReferences(body, final)] as const)
    const sorted = schemas.toSorted(([one], [two]) => (one < two ? -1 : 1))
    const placed = mapReferences(document, final)
    return { ...placed, components: { ...placed.components, schemas: Object.fromEntries(sorted) } }
  }

  return { use, inline, finish }
}

/** Returns names whose two variants differ, or that reference such a name. */
function differingNames(filed: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const differing = new Set<string>()
  const names = [...filed.keys()].filter((key) => key.startsWith('input:')).map((key) => key.slice('input:'.length))
  const both = names.filter((name) => filed.has(`output:${name}`))
  for (let before = -1; before !== differing.size;) {
    before = differing.size
    for (const name of both) {
      const input = JSON.stringify(filed.get(`input:${name}`)).replaceAll('"$ref":"input:', '"$ref":"')
      const output = JSON.stringify(filed.get(`output:${name}`)).replaceAll('"$ref":"output:', '"$ref":"')
      const refersToOne = [...differing].some((other) => input.includes(`"$ref":"${other}"`))
      if (input !== output || refersToOne) differing.add(name)
    }
  }
  return differing
}

type WrittenSchema = Schema & { readonly $schema?: unknown; readonly $defs?: Readonly<Record<string, Schema>> }

function jsonSchema(schema: z.ZodType, io: Io): WrittenSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: written }) {
      const { def } = zodSchema._zod
      // Responses may gain fields, so that only explicitly strict schemas forbid additional properties.
      if (def.type === 'object' && !('catchall' in def && def.catchall !== undefined)) {
        delete written.additionalProperties
      }
    },
  }) as WrittenSchema
}

/** Returns a copy with every `$ref` replaced. The value comes from the service's own schemas, so that its depth is bounded. */
function mapReferences<Value>(value: Value, replace: (reference: string) => string): Value {
  const copy = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(copy)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? replace(inner) : copy(inner),
      ]),
    )
  }
  return copy(value) as Value
}

function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9._-]/g, '_')
}
