import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from './operation.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Description {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

/** Operation of a service. */
export interface Endpoint {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/** Endpoints with the same tag. */
export interface EndpointGroup {
  readonly name: string
  /** Name of the group's page. */
  readonly file: string
  readonly endpoints: readonly Endpoint[]
}

export interface ServiceEndpoints {
  readonly service: string
  readonly title: string
  readonly port: number
  readonly groups: readonly EndpointGroup[]
  readonly schemas: Readonly<Record<string, unknown>>
}

const SERVICES = [
  { service: 'guard', title: 'guard', port: 4000 },
  { service: 'appsec', title: 'appsec', port: 4100 },
  { service: 'redteam', title: 'red team', port: 4200 },
] as const

/** The endpoints of the services, from their committed OpenAPI documents. */
export function readEndpoints(root: string): readonly ServiceEndpoints[] {
  return SERVICES.map((facts) => {
    const source = join(root, `docs/generated/openapi-${facts.service}.json`)
    const description = JSON.parse(readFileSync(source, 'utf8')) as Description
    const groups = description.tags
      .map(({ name }) => ({
        name,
        file: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`,
        endpoints: endpointsOf(description, name),
      }))
      .filter(({ endpoints }) => endpoints.length > 0)
    return { ...facts, groups, schemas: description.components.schemas }
  })
}

function endpointsOf({ paths }: Description, tag: string): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation?.tags?.[0] === tag ? [{ path, method, operation }] : []
    }),
  )
}
