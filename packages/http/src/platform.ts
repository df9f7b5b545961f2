import type { DependencyState, Handlers, platformEndpoints } from '@gatehouse/contracts'

import type { RequestContext } from './context.ts'
import { READINESS_MS } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** Checks one dependency. An exception or a timeout counts as down. */
export interface ReadinessProbe {
  /** If it is down, the service is not ready. */
  readonly required: boolean
  check(): Promise<Omit<DependencyState, 'required'>> | Omit<DependencyState, 'required'>
}

export interface PlatformParts {
  readonly service: string
  readonly version: string
  readonly readiness: Readonly<Record<string, ReadinessProbe>>
  readonly metrics: Metrics
  /** Returns the OpenAPI document as JSON. */
  readonly openapi: () => string
  /** Returns the HTML page of the API with its content security policy. */
  readonly docs: () => { readonly html: string; readonly policy: string }
}

/** Returns handlers for the endpoints that all services have in common. */
export function platformHandlers(parts: PlatformParts): Handlers<typeof platformEndpoints, RequestContext> {
  const { service, version, metrics } = parts
  return {
    health: () => ({ status: 'ok', service, version, uptime_s: Math.round(process.uptime()) }),
    ping: () => ({ pong: true }),
    async ready({ context }) {
      const dependencies = await probeAll(parts.readiness)
      const down = Object.values(dependencies).some(({ required, state }) => required && state === 'down')
      if (down) {
        context.status(503)
        context.header('retry-after', '1')
      }
      return { status: down ? 'not_ready' : 'ready', service, version, dependencies }
    },
    metrics: () => metrics.render(),
    openapi: () => parts.openapi(),
    docs({ context }) {
      const { html, policy } = parts.docs()
      context.header('content-security-policy', policy)
      context.header('x-frame-options', 'DENY')
      context.header('referrer-policy', 'no-referrer')
      return html
    },
  }
}

async function probeAll(probes: Readonly<Record<string, ReadinessProbe>>): Promise<Record<string, DependencyState>> {
  const states = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await runProbe(probe)] as const),
  )
  return Object.fromEntries(states)
}

async function runProbe(probe: ReadinessProbe): Promise<DependencyState> {
  const started_ms = performance.now()
  const { promise: late, resolve } = Promise.withResolvers<Omit<DependencyState, 'required'>>()
  const timer = setTimeout(resolve, READINESS_MS, { state: 'down', detail: `no response within ${READINESS_MS} ms` })
  try {
    const state = await Promise.race([runWithTimeout(probe), late])
    return { ...state, required: probe.required, latency_ms: Math.round((performance.now() - started_ms) * 100) / 100 }
  } finally {
    clearTimeout(timer)
  }
}

async function runWithTimeout(probe: ReadinessProbe): Promise<Omit<DependencyState, 'required'>> {
  try {
    return await probe.check()
  } catch {
    // Probes need no key, and error messages may contain addresses.
    return { state: 'down', detail: 'unreachable' }
  }
}
