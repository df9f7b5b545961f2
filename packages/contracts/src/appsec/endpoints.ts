import { defineEndpoints } from '../endpoint.ts'
import { advisoryEndpoints } from './advisories.ts'
import { artifactEndpoints } from './artifacts.ts'
import { exportEndpoints } from './exports.ts'
import { signingEndpoints } from './signing.ts'
import { memberKeyEndpoints } from './api-keys.ts'
import { organizationAuditEndpoints } from './audit-log.ts'
import { findingEndpoints } from './findings.ts'
import { gateEndpoints } from './gates.ts'
import { hostLinkEndpoints } from './host-links.ts'
import { importEndpoints } from './imports.ts'
import { inboundWebhookEndpoints } from './inbound-webhooks.ts'
import { integrationEndpoints } from './integrations.ts'
import { modelSettingsEndpoints } from './model-settings.ts'
import { npmAuditEndpoints } from './npm-audit.ts'
import { oidcEndpoints } from './oidc.ts'
import { securityPolicyEndpoints } from './policies.ts'
import { precommitEndpoints } from './precommit.ts'
import { suppressionEndpoints } from './suppressions.ts'
import { pipelineEndpoints } from './templates.ts'
import { projectEndpoints } from './projects.ts'
import { scanEndpoints } from './scans.ts'
import { sessionEndpoints } from './session.ts'
import { slaEndpoints } from './sla.ts'
import { userEndpoints } from './users.ts'

/** Endpoints of the application-security service. docs/spec/appsec.md §4. */
export const appsecEndpoints = defineEndpoints({
  ...sessionEndpoints,
  ...oidcEndpoints,
  ...memberKeyEndpoints,
  ...userEndpoints,
  ...projectEndpoints,
  ...gateEndpoints,
  ...suppressionEndpoints,
  ...securityPolicyEndpoints,
  ...modelSettingsEndpoints,
  ...advisoryEndpoints,
  ...organizationAuditEndpoints,
  ...scanEndpoints,
  ...findingEndpoints,
  ...importEndpoints,
  ...slaEndpoints,
  ...exportEndpoints,
  ...artifactEndpoints,
  ...signingEndpoints,
  ...precommitEndpoints,
  ...pipelineEndpoints,
  ...npmAuditEndpoints,
  ...integrationEndpoints,
  ...hostLinkEndpoints,
  ...inboundWebhookEndpoints,
})
