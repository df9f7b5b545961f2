import { z } from 'zod'

import { defineEndpoints, get } from './endpoint.ts'

/** Response of the liveness probe. */
export const Health = z
  .object({ status: z.literal('ok'), service: z.string(), version: z.string(), uptime_s: z.number() })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

export const DEPENDENCY_STATES = ['up', 'down', 'off'] as const

/** Dependency of a service. `off`: not configured and not needed. */
export const DependencyState = z
  .object({
    state: z.enum(DEPENDENCY_STATES),
    required: z.boolean(),
    detail: z.string().optional(),
    latency_ms: z.number().optional(),
  })
  .meta({ id: 'DependencyState' })
export type DependencyState = z.infer<typeof DependencyState>

/** Response of the readiness probe; status 503 if a required dependency is down. */
export const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    service: z.string(),
    version: z.string(),
    dependencies: z.record(z.string(), DependencyState),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>

/** Endpoints of all services. docs/spec/common.md. */
export const platformEndpoints = defineEndpoints({
  health: get('/health', {
    auth: 'none',
    response: Health,
    summary: 'Check that the process is running',
    tags: ['Platform'],
  }),
  ping: get('/ping', {
    auth: 'none',
    response: z.object({ pong: z.literal(true) }),
    summary: 'Check that the service responds',
    tags: ['Platform'],
  }),
  ready: get('/ready', {
    auth: 'none',
    response: Readiness,
    alsoStatus: [503],
    summary: 'Check that all dependencies are available',
    description: 'Lists dependencies with their state. Returns 503 if a required dependency is unavailable.',
    tags: ['Platform'],
  }),
  metrics: get('/metrics', {
    auth: 'none',
    produces: 'text/plain; version=0.0.4; charset=utf-8',
    summary: 'Get metrics in Prometheus text format',
    tags: ['Platform'],
  }),
  openapi: get('/openapi.json', {
    auth: 'none',
    produces: 'application/json; charset=utf-8',
    summary: 'Get the OpenAPI 3.1 document',
    tags: ['Platform'],
  }),
  docs: get('/docs', {
    auth: 'none',
    produces: 'text/html; charset=utf-8',
    summary: 'Get the API reference page',
    tags: ['Platform'],
  }),
})
