import type { Handlers } from '@gatehouse/contracts'
import type { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { auditLogHandlers } from './audit-log.ts'
import { attackListHandlers } from './attack-lists.ts'
import { frameworkHandlers } from './frameworks.ts'
import { analysisHandlers } from '../analyses/handlers.ts'
import { hardeningHandlers } from '../hardening/handlers.ts'
import { reportHandlers } from '../reports/handlers.ts'
import { runHandlers } from '../runs/handlers.ts'
import { targetHandlers } from '../targets/handlers.ts'
import type { RedteamPorts } from './handler.ts'

/** One handler per endpoint of the table; a missing handler is a compile error. */
export function handlersOf(ports: RedteamPorts): Handlers<typeof redteamEndpoints, RequestContext> {
  return {
    readAuthConfig: () => ports.authConfig,
    readCaller({ context }) {
      const { name, role, tenantId } = testerOf(context)
      return { name, role, tenantId }
    },
    ...attackListHandlers(),
    ...frameworkHandlers(),
    ...auditLogHandlers(ports),
    ...targetHandlers(ports),
    ...runHandlers(ports),
    ...reportHandlers(ports),
    ...hardeningHandlers(ports),
    ...analysisHandlers(ports),
  }
}
