import type { IncomingMessage } from 'node:http'
import { REDTEAM_ROLES, type RedteamRole } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'
import { bearerOf, countHeader, sha256 } from './credentials.ts'
import type { RequestContext } from './context.ts'
import { KEY_CHARS_MAX, TOKEN_CHARS_MAX } from './limits.ts'
import type { TesterRecord, TesterAuthenticator, TesterCaller } from './caller.ts'

/**
 * Authenticates an operator by `X-API-Key`, or by `Authorization: Bearer` with a key or a token of the provider. docs/spec/redteam.md
 * "Auth".
 * @throws {Failure} `unauthorized` without either; `insufficient_role` for an unauthorized role
 */
export function identifyTester(
  least: RedteamRole,
  request: IncomingMessage,
  testers: TesterAuthenticator | undefined,
  now_ms: number,
): TesterCaller | Promise<TesterCaller> {
  if (testers === undefined) throw new Error('the service has operator routes and no operator authenticator')
  if (testers.everyone !== undefined) return permitted({ kind: 'tester', ...testers.everyone }, least)
  return find(credentialOf(request), testers).then((found) => {
    // An expired key gets the same response as an unknown key, so that its bearer learns nothing.
    if (found === undefined || (found.expiresAt !== undefined && found.expiresAt <= now_ms)) throw unknown()
    return permitted({ kind: 'tester', ...found }, least)
  })
}

/**
 * Returns the caller of a `tester` endpoint.
 * @throws {Error} on any other endpoint
 */
export function testerOf({ caller }: Pick<RequestContext, 'caller'>): TesterCaller {
  if (caller.kind === 'tester') return caller
  throw new Error('this endpoint is not an operator endpoint')
}

interface Credential {
  readonly value: string
  /** Whether the value may be a token; the value of `X-API-Key` is a key. */
  readonly isBearer: boolean
}

async function find({ value, isBearer }: Credential, testers: TesterAuthenticator): Promise<TesterRecord | undefined> {
  // RFC 7515 section 7.1: three parts separated by dots. Gatehouse keys contain no dots.
  if (isBearer && testers.testerByToken !== undefined && value.split('.', 4).length === 3) {
    return testers.testerByToken(value)
  }
  if (value.length > KEY_CHARS_MAX) return undefined
  return testers.testerByKeyHash(sha256(value))
}

function credentialOf({ headers, rawHeaders }: IncomingMessage): Credential {
  const { authorization, 'x-api-key': header } = headers
  for (const name of ['authorization', 'x-api-key']) {
    // Node keeps the first of several headers, or joins them, but a proxy may have checked another one.
    if (countHeader(rawHeaders, name) > 1) throw refused(`The request has more than one ${name} header.`)
  }
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  if (authorization !== undefined && bearer === undefined) {
    throw refused('Invalid Authorization header. Expected: Bearer <key>.')
  }
  const key = typeof header === 'string' && header !== '' ? header : undefined
  if (key !== undefined && bearer !== undefined && key !== bearer) {
    throw refused('The request contains two different keys.')
  }
  const value = key ?? bearer
  if (value === undefined) throw refused('Not authenticated. Send a key in X-API-Key or as Authorization: Bearer.')
  if (value.length > TOKEN_CHARS_MAX) throw unknown()
  return { value, isBearer: key === undefined }
}

/** @throws {Failure} `insufficient_role` */
function permitted(caller: TesterCaller, least: RedteamRole): TesterCaller {
  if (REDTEAM_ROLES.indexOf(caller.role) >= REDTEAM_ROLES.indexOf(least)) return caller
  throw new Failure('insufficient_role', `The role ${least} is required; you have ${caller.role}.`, {
    extra: { required: least, role: caller.role },
  })
}

function unknown(): Failure {
  return refused('Invalid key or token.')
}

function refused(detail: string): Failure {
  return new Failure('unauthorized', detail)
}
