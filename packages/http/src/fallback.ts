import type { IncomingMessage, ServerResponse } from 'node:http'

import type { ProblemShape } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'

import type { ServerParts } from './context.ts'
import { Exchange } from './exchange.ts'
import { LOG_SAMPLE } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'

/** Maximum length of an unknown path in a response. */
const PATH_CHARS_MAX = 100

/** Responds to unmatched requests, counted as the route `unknown`: 405 with `Allow` if only the method is wrong, else 404. */
export type Fallback = (request: IncomingMessage, response: ServerResponse) => void

export function createFallback(router: Router, parts: ServerParts, metrics: Metrics): Fallback {
  const meter = metrics.meter('unknown', 'any', 404)
  return (request, response) => {
    const target = request.url ?? ''
    const rows = router.rowsAt(target)
    const allow = allowed(rows.map(({ method }) => method))
    // Standard clients expect errors in the format of their own API, for any method.
    const problems: ProblemShape | undefined = rows.find((row) => row.problems !== undefined)?.problems
    const handler: Route['handler'] = ({ context }) => {
      const path = safe(target)
      if (rows.length === 0) throw new Failure('not_found', `${path} not found.`)
      context.header('allow', allow)
      throw new Failure('method_not_allowed', `Method not allowed for ${path}. Allowed: ${allow}.`)
    }
    new Exchange({ ...OUTSIDE, problems, meter, handler }, parts, request, response, undefined, undefined).run()
  }
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
  keepsBytes: false,
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

/** Returns the path of a target with unsafe characters removed. */
function safe(target: string): string {
  return target
    .split('?', 1)[0]!
    .slice(0, PATH_CHARS_MAX)
    .replace(/[^A-Za-z0-9._~/%-]/g, '?')
}
