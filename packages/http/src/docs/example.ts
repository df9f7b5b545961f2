import type { Media, OpenApiDocument, Operation, Parameter, Reference, Schema } from '../openapi/types.ts'

/** Nesting of an example made from a schema; deeper parts are left empty. */
const EXAMPLE_DEPTH_MAX = 5

/** The first written example of a body, or one made from its schema. */
export function exampleOf(media: Media, document: OpenApiDocument): unknown {
  const [written] = Object.values(media.examples ?? {})
  return media.example ?? written?.value ?? sample(media.schema, document, 0)
}

/** A command line that calls an operation, to be pasted into a shell. */
export function curlOf(method: string, path: string, operation: Operation, document: OpenApiDocument): string {
  const filled = path.replace(/\{([^}]+)\}/g, '$1')
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$BASE_URL${filled}"`]
  const schemes = operation.security.flatMap((one) => Object.keys(one))
  if (schemes.includes('tenantKey')) lines.push('-H "X-API-Key: $API_KEY"')
  if (schemes.includes('adminKey')) lines.push('-H "X-Admin-Key: $ADMIN_KEY"')
  const media = operation.requestBody?.content['application/json']
  if (media !== undefined) {
    lines.push("-H 'Content-Type: application/json'")
    const body = JSON.stringify(exampleOf(media, document)).replaceAll("'", String.raw`'\''`)
    lines.push(`-d '${body}'`)
  }
  return lines.join(' \\\n  ')
}

/** What a reference of this document points at; the value itself where it is none. */
export function resolved<Value extends object>(value: Value | Reference, document: OpenApiDocument): Value {
  if (!('$ref' in value) || value.$ref === undefined) return value as Value
  const [, , kind, name] = value.$ref.split('/') as [string, string, keyof OpenApiDocument['components'], string]
  return document.components[kind]?.[name] as Value
}

export function parametersOf({ parameters = [] }: Operation, document: OpenApiDocument): Parameter[] {
  return parameters.map((parameter) => resolved<Parameter>(parameter, document))
}

function sample(schema: Schema, document: OpenApiDocument, depth: number): unknown {
  const known = schema.const ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (known !== undefined) return known
  if (schema.$ref !== undefined) {
    return depth > EXAMPLE_DEPTH_MAX
      ? {}
      : sample(resolved<Schema>({ $ref: schema.$ref }, document), document, depth + 1)
  }
  const [branch] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (branch !== undefined) return sample(branch, document, depth + 1)
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return depth > EXAMPLE_DEPTH_MAX ? {} : sampleObject(schema, document, depth)
    case 'array':
      return schema.items === undefined || depth > EXAMPLE_DEPTH_MAX ? [] : [sample(schema.items, document, depth + 1)]
    case 'integer':
    case 'number':
      return Math.max(0, schema.minimum ?? 0)
    case 'boolean':
      return true
    case 'null':
      return null
    case undefined:
      return {}
    default:
      return 'text'
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, document: OpenApiDocument, depth: number): object {
  // Where nothing is required the first field stands for all: an empty example teaches nobody.
  const keys = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(keys.map((key) => [key, sample(properties[key] ?? {}, document, depth + 1)]))
}
