import type { appsecEndpoints, Handlers } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import type { AppsecPorts } from './handler.ts'
import { memberKeyHandlers } from './api-keys.ts'
import { sessionHandlers } from './sessions.ts'
import { userHandlers } from './users.ts'

/** One handler per row of the table; a missing one does not compile. */
export function handlersOf(ports: AppsecPorts): Handlers<typeof appsecEndpoints, RequestContext> {
  return {
    ...sessionHandlers(ports),
    ...memberKeyHandlers(ports),
    ...userHandlers(ports),
  }
}
