import type { Handlers } from '@gatehouse/contracts'
import type { appsecEndpoints } from '@gatehouse/contracts/appsec'
import type { RequestContext } from '@gatehouse/http'
import type { AppsecPorts } from './handler.ts'
import { advisoryHandlers } from './advisories.ts'
import { artifactHandlers } from './artifacts.ts'
import { exportHandlers } from './exports.ts'
import { signingHandlers } from './signing-keys.ts'
import { memberKeyHandlers } from './api-keys.ts'
import { auditLogHandlers } from './audit-log.ts'
import { buildGateHandlers } from './build-gates.ts'
import { findingHandlers } from './findings.ts'
import { hostLinkHandlers } from './host-links.ts'
import { importHandlers } from './imports.ts'
import { inboundWebhookHandlers } from './inbound-webhooks.ts'
import { integrationHandlers } from './integrations.ts'
import { modelSettingsHandlers } from './model-settings.ts'
import { npmAuditHandlers } from './npm-audit.ts'
import { pipelineHandlers } from './pipelines.ts'
import { precommitHandlers } from './precommit.ts'
import { oidcHandlers } from './oidc.ts'
import { projectHandlers } from './project-handlers.ts'
import { scanHandlers } from './scans.ts'
import { securityPolicyHandlers } from './security-policies.ts'
import { sessionHandlers } from './sessions.ts'
import { slaHandlers } from './sla.ts'
import { suppressionHandlers } from './suppressions.ts'
import { userHandlers } from './users.ts'

/** A missing handler is a type error. */
export function handlersOf(ports: AppsecPorts): Handlers<typeof appsecEndpoints, RequestContext> {
  return {
    ...sessionHandlers(ports),
    ...oidcHandlers(ports),
    ...memberKeyHandlers(ports),
    ...userHandlers(ports),
    ...projectHandlers(ports),
    ...buildGateHandlers(ports),
    ...suppressionHandlers(ports),
    ...securityPolicyHandlers(ports),
    ...modelSettingsHandlers(ports),
    ...advisoryHandlers(ports),
    ...auditLogHandlers(ports),
    ...scanHandlers(ports),
    ...findingHandlers(ports),
    ...importHandlers(ports),
    ...slaHandlers(ports),
    ...exportHandlers(ports),
    ...artifactHandlers(ports),
    ...signingHandlers(ports),
    ...precommitHandlers(ports),
    ...pipelineHandlers(),
    ...npmAuditHandlers(ports),
    ...integrationHandlers(ports),
    ...hostLinkHandlers(ports),
    ...inboundWebhookHandlers(ports),
  }
}
