import type { Endpoint, EndpointTable } from '@gatehouse/contracts'

export interface OpenApiOptions {
  readonly service: string
  readonly title?: string
  readonly description?: string
  readonly version: string
  readonly tables: readonly EndpointTable[]
}

export function openApiOf({ service, title = service, version, tables }: OpenApiOptions): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths: Object.fromEntries(tables.flatMap((t) => Object.values<Endpoint>(t).map((row) => [row.path, {}]))),
  }
}
