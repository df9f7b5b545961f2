import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { GatehouseConnectionError, GatehouseError } from '@gatehouse/client'
import { PAGE_HEADERS } from './clients.ts'
import { noteLeft, noteSession } from './switched.ts'
import { messages } from '../messages/shell.ts'

export const AREAS = ['guard', 'appsec', 'redteam'] as const
export type Area = (typeof AREAS)[number]

interface AreaState {
  readonly reachable: boolean
  readonly signedIn: boolean
  /** Expiry; if absent, no sign-in is required. */
  readonly until?: string
}

/** Sign-in state of all services. */
export interface Session {
  readonly version: string
  readonly guard: AreaState & {
    readonly mode: 'open' | 'keys'
    readonly tenant?: boolean
    readonly scope?: 'admin' | 'runtime' | null
    readonly tenantId?: string | null
    /** Whether the platform's admin key is present. */
    readonly admin?: boolean
  }
  readonly appsec: AreaState & {
    readonly mode: 'accounts'
    readonly methods?: {
      readonly password: boolean
      readonly oidc: boolean
      readonly registration: 'first' | 'invitation'
    }
    readonly account?: {
      readonly user: { readonly id: string; readonly email: string; readonly name: string }
      readonly organization: { readonly id: string; readonly name: string }
      readonly memberId: string
      readonly role: string
    } | null
  }
  readonly redteam: AreaState & {
    readonly mode: 'none' | 'api_key' | 'oidc'
    readonly role?: 'viewer' | 'auditor' | 'admin' | null
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ signal }) {
    const session = (await call('/session', { signal })) as Session
    noteSession(session)
    return session
  },
  staleTime: 60_000,
})

export function useSession() {
  return useQuery(sessionQuery)
}

/** Signs in and out. Afterwards the session contains the state reported by the services. */
export function useSigning(area: Area) {
  const queries = useQueryClient()
  const change = async (method: 'POST' | 'DELETE', body?: unknown): Promise<void> => {
    await call(`/session/${area}`, { method, json: body })
    // Data of the previous user must not be displayed.
    queries.removeQueries({ queryKey: [area] })
    if (method === 'DELETE') noteLeft(area)
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return {
    signIn: (body: Readonly<Record<string, unknown>>) => change('POST', body),
    signOut: () => change('DELETE'),
  }
}

async function call(
  path: string,
  { json, ...init }: Omit<RequestInit, 'headers' | 'body'> & { json?: unknown },
): Promise<unknown> {
  const sent =
    json === undefined
      ? { headers: PAGE_HEADERS }
      : { headers: { ...PAGE_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify(json) }
  let response: Response
  try {
    response = await fetch(path, { ...init, ...sent })
  } catch (error) {
    throw new GatehouseConnectionError(messages.session.couldNotReachTheConsoleServer, error)
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const { error = 'unknown', detail = messages.session.theConsoleServerRejectedThe } = (body ?? {}) as Record<
    string,
    string
  >
  throw new GatehouseError({ status: response.status, code: error, message: detail, violations: [], body })
}
