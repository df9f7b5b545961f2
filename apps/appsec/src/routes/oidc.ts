import type { Handlers } from '@gatehouse/contracts'
import type { oidcEndpoints } from '@gatehouse/contracts/appsec'
import { isOverTls, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { hasOrganization, signInIdentity } from '@gatehouse/store/organizations'
import { forgetAttempt, keepAttempt, consumeAttempt } from '../accounts/oidc/attempts.ts'
import type { OidcProvider } from '../accounts/oidc/provider.ts'
import { signIn } from '../accounts/sign-in.ts'
import { throttleAddress } from '../accounts/throttle.ts'
import type { AppsecPorts } from './handler.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Redirect target after sign-in. */
const FRONT_PAGE = '/'

/** Handlers of the OpenID Connect sign-in. */
export function oidcHandlers(ports: AppsecPorts): Handlers<typeof oidcEndpoints, RequestContext> {
  const { store, keys, clock, oidc } = ports
  return {
    async signInMethods() {
      const registration = (await hasOrganization(store)) ? 'invitation' : 'first'
      return { password: true, oidc: oidc !== undefined, registration }
    },
    async beginOidc({ headers, context }) {
      const provider = configured(oidc)
      await throttleAddress(context, ports)
      const { address, attempt } = await provider.begin(callbackOf(headers))
      context.header('set-cookie', keepAttempt(attempt, keys, clock, isOverTls(headers)))
      context.header('location', address)
    },
    async finishOidc({ query: { code, state, error }, headers, context }) {
      const provider = configured(oidc)
      await throttleAddress(context, ports)
      const { cookie } = headers
      const attempt = consumeAttempt(typeof cookie === 'string' ? cookie : undefined, state, keys, clock)
      if (code === undefined || error !== undefined) {
        throw new Failure('Unauthorized', 'The OpenID Connect provider denied access.')
      }
      const identity = await provider.finish(code, attempt)
      const account = await signInIdentity(store, identity, new Date(clock.now()))
      if (account === undefined) {
        throw new Failure(
          'authz_denied',
          'You are not a member of this organization. Ask an admin to invite the email address of your identity provider account.',
        )
      }
      context.header('set-cookie', forgetAttempt(isOverTls(headers)))
      await signIn(account, ports, context, headers)
      context.header('location', FRONT_PAGE)
    },
  }
}

/** @throws {Failure} `not_found` */
function configured(provider: OidcProvider | undefined): OidcProvider {
  if (provider !== undefined) return provider
  throw new Failure('not_found', 'OpenID Connect sign-in is not configured on this server.')
}

/** The provider accepts only registered redirect addresses. */
function callbackOf(headers: Headers): string {
  return `${isOverTls(headers) ? 'https' : 'http'}://${String(headers['host'])}/api/auth/oidc/callback`
}
