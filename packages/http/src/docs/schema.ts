import type { OpenApiDocument, Schema } from '../openapi/types.ts'
import { resolved } from './example.ts'
import { type Html, html, prose } from './html.ts'

/** Nesting that the page unfolds; below, only the name of the type is shown. */
const DEPTH_MAX = 6

/**
 * The fields of a schema as a list, with nested objects to unfold. A request marks what it must hold, an answer what it
 * may lack.
 */
export function fieldsOf(
  schema: Schema,
  document: OpenApiDocument,
  mark: 'required' | 'optional',
  seen: readonly string[] = [],
): Html {
  const { target, path } = follow(schema, document, seen)
  if (target === undefined || path.length > DEPTH_MAX) return html``
  const inner = innerOf(target)
  if (inner !== target) return fieldsOf(inner, document, mark, path)
  const properties = Object.entries(target.properties ?? {})
  if (properties.length === 0) return html``
  const items = properties.map(([name, property]) => {
    const nested = fieldsOf(property, document, mark, path)
    const unfolds = nested.text !== ''
    const label = html`<code class="name">${name}</code>
      <span class="type">${typeOf(property, document)}</span>
      ${(target.required?.includes(name) === true) === (mark === 'required') && html`<span class="${mark}">${mark}</span>`}
      ${limitsOf(property, document)}`
    const description = describe(property, document)
    const text = description !== undefined && html`<p>${prose(description)}</p>`
    return unfolds
      ? html`<li>
          <details>
            <summary>${label}</summary>
            ${text}${nested}
          </details>
        </li>`
      : html`<li>${label}${text}</li>`
  })
  return html`<ul class="fields">
    ${items}
  </ul>`
}

/** The type in a few words: `string`, `array of Result`, `"pass" | "block"`. */
export function typeOf(schema: Schema, document: OpenApiDocument): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!
    const target = resolved<Schema>({ $ref: schema.$ref }, document)
    return target.type === 'object' ? name : typeOf(target, document)
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return [...new Set(branches.map((branch) => typeOf(branch, document)))].join(' or ')
  if (schema.type === 'array')
    return `array of ${schema.items === undefined ? 'anything' : typeOf(schema.items, document)}`
  if (schema.type === 'object' && schema.properties === undefined && typeof schema.additionalProperties === 'object') {
    return `map to ${typeOf(schema.additionalProperties, document)}`
  }
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'anything')
}

function follow(schema: Schema, document: OpenApiDocument, seen: readonly string[]) {
  if (schema.$ref === undefined) return { target: schema, path: seen }
  // A schema that holds itself is shown once.
  if (seen.includes(schema.$ref)) return { target: undefined, path: seen }
  return { target: resolved<Schema>({ $ref: schema.$ref }, document), path: [...seen, schema.$ref] }
}

/** Of arrays, maps and unions the part that has fields. */
function innerOf(schema: Schema): Schema {
  if (schema.items !== undefined) return schema.items
  if (schema.properties === undefined && typeof schema.additionalProperties === 'object')
    return schema.additionalProperties
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  return branches?.find(({ $ref, type }) => $ref !== undefined || type === 'object' || type === 'array') ?? schema
}

function describe(schema: Schema, document: OpenApiDocument): string | undefined {
  if (schema.description !== undefined || schema.$ref === undefined) return schema.description
  return resolved<Schema>({ $ref: schema.$ref }, document).description
}

function limitsOf(schema: Schema, document: OpenApiDocument): Html {
  const target = schema.$ref === undefined ? schema : resolved<Schema>({ $ref: schema.$ref }, document)
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, format, default: byDefault } = target
  const parts = [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    range(minimum, maximum, ''),
    format,
    byDefault === undefined ? undefined : `default ${JSON.stringify(byDefault)}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? html`` : html`<span class="limits">${parts.join(', ')}</span>`
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const shown = [least, most].map((bound) => (Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound))
  const [from, to] = shown
  if (from === undefined && to === undefined) return undefined
  const text = to === undefined ? `at least ${from}` : from === undefined ? `at most ${to}` : `${from} to ${to}`
  return unit === '' ? text : `${text} ${unit}`
}
