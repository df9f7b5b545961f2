import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Endpoint, EndpointTable, ProblemShape } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'

import type { ServerParts } from './context.ts'
import { Exchange } from './exchange.ts'
import { LOG_SAMPLE } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'

/** Longest part of an unknown path that an answer repeats. */
const PATH_CHARS_MAX = 100

export interface Fallback {
  /** Answers what no row matches: 405 with `Allow` where only the method is wrong, else 404. */
  unknown(request: IncomingMessage, response: ServerResponse): void
  /** Answers what failed before a row was reached. */
  failed(request: IncomingMessage, response: ServerResponse, error: unknown): void
}

/** Answers to whatever is outside the tables, counted as the row `unknown`. */
export function createFallback(tables: readonly EndpointTable[], parts: ServerParts, metrics: Metrics): Fallback {
  const known = tables.flatMap((table) => Object.values<Endpoint>(table).map(pathPattern))
  const meter = metrics.meter('unknown', 'any', 404)
  function failed(
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
    allow?: string,
    problems?: ProblemShape,
  ) {
    const handler: Route['handler'] = ({ context }) => {
      if (allow !== undefined) context.header('allow', allow)
      throw error
    }
    new Exchange({ ...OUTSIDE, problems, meter, handler }, parts, request, response, undefined, undefined).run()
  }
  function unknown(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '').split('?', 1)[0]!
    const rows = known.filter(({ pattern }) => pattern.test(path))
    const methods = rows.map(({ method }) => method)
    if (methods.length === 0) {
      failed(request, response, new Failure('not_found', `${safe(path)} not found.`))
      return
    }
    const allow = allowed(methods)
    const failure = new Failure('method_not_allowed', `Method not allowed for ${safe(path)}. Allowed: ${allow}.`)
    // Stock clients read failures in the words of their own interface, on whatever method.
    failed(request, response, failure, allow, rows.find(({ problems }) => problems !== undefined)?.problems)
  }
  return { unknown, failed: (request, response, error) => failed(request, response, error) }
}

const OUTSIDE: Omit<Route, 'handler' | 'meter' | 'problems'> = {
  name: 'unknown',
  auth: 'none',
  role: 'VIEWER',
  sessionOnly: false,
  testerRole: 'viewer',
  body: undefined,
  form: undefined,
  query: undefined,
  params: undefined,
  status: 404,
  contentType: '',
  raw: false,
  bodyLimit_bytes: 0,
  strictNames: false,
  checksBrowsers: false,
  checksHost: false,
  takesTokens: false,
  logSample: LOG_SAMPLE,
}

function allowed(methods: readonly string[]): string {
  const unique = new Set(methods)
  if (unique.has('GET')) unique.add('HEAD')
  return [...unique].toSorted().join(', ')
}

/** Segments are matched one by one with bounded classes: linear in the path. */
function pathPattern({ method, path, problems }: Endpoint) {
  const source = path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : segment.replaceAll('.', '\\.')))
    .join('/')
  return { method, problems, pattern: new RegExp(`^${source}/?$`) }
}

function safe(path: string): string {
  return path.slice(0, PATH_CHARS_MAX).replace(/[^A-Za-z0-9._~/%-]/g, '?')
}
