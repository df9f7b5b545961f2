import type { IncomingMessage, ServerResponse } from 'node:http'
import { cookiePairs, isOverTls } from '@gatehouse/http'
import { DATA_POLICY, guardAnswer, Refusal } from './answer.ts'
import { requestService } from './ask.ts'
import type { Sessions } from './session.ts'
import { sessionOf } from './sign-in.ts'
import { callerHeaders } from './state.ts'
import type { Targets } from './targets.ts'

/** Redirect address for the provider: the same path as in the application-security service. */
export const OIDC_PATHS = { begin: '/api/auth/oidc', finish: '/api/auth/oidc/callback' } as const
const ATTEMPT = 'gatehouse_oidc'
const FRONT_PAGE = '/'
const FAILED_PAGE = '/sign-in?failed=provider'

interface OidcPorts {
  readonly targets: Targets
  readonly sessions: Sessions
  readonly client: (incoming: IncomingMessage) => string
}

/** Redirects the browser to the provider. The attempt is stored in the browser, sealed by the service. */
export async function beginOidc(incoming: IncomingMessage, response: ServerResponse, ports: OidcPorts): Promise<void> {
  const { headers, status } = await requestService(ports.targets.appsec, OIDC_PATHS.begin, {
    headers: browserHeaders(incoming, ports),
  })
  const { location } = headers
  if (status !== 302 || location === undefined || !/^https?:\/\//.test(location)) {
    throw new Refusal(404, 'not_found', 'OpenID Connect sign-in is not configured.')
  }
  for (const line of headers['set-cookie'] ?? []) {
    if (line.startsWith(`${ATTEMPT}=`)) response.appendHeader('set-cookie', line)
  }
  redirectTo(location, response)
}

/** Passes the provider's response to the service; its session is stored sealed, like all sessions. */
export async function finishOidc(
  incoming: IncomingMessage,
  search: string,
  response: ServerResponse,
  ports: OidcPorts,
): Promise<void> {
  const { targets, sessions } = ports
  const attempts = cookiePairs(incoming.headers.cookie, ATTEMPT)
  const serviceAnswer = await requestService(targets.appsec, `${OIDC_PATHS.finish}${search}`, {
    headers: { ...browserHeaders(incoming, ports), cookie: attempts.join('; ') },
  })
  if (serviceAnswer.status !== 302) {
    redirectTo(FAILED_PAGE, response)
    return
  }
  sessions.keep(response, 'appsec', { key: sessionOf(serviceAnswer) }, isOverTls(incoming.headers))
  redirectTo(FRONT_PAGE, response)
}

/** The service builds the redirect address from the console's public host. */
function browserHeaders(incoming: IncomingMessage, ports: OidcPorts): Record<string, string> {
  return { host: incoming.headers.host ?? '', ...callerHeaders(incoming, ports) }
}

function redirectTo(location: string, response: ServerResponse): void {
  guardAnswer(response, DATA_POLICY)
  response.writeHead(302, { location, 'cache-control': 'no-store' })
  response.end()
}
