// Exports for the appsec service: endpoint table, organizations, projects, settings, advisories.
export { appsecEndpoints } from './endpoints.ts'
export { Email, PersonName, sessionEndpoints, SignedIn } from './session.ts'
export { MemberKey, memberKeyEndpoints } from './api-keys.ts'
export { OrganizationAuditEntry, organizationAuditEndpoints } from './audit-log.ts'
export { advisoryEndpoints, AdvisoryImport, AdvisoryState } from './advisories.ts'
export { gateEndpoints } from './gates.ts'
export {
  CUSTOM_PROVIDER,
  MODEL_PRESETS,
  ModelSettings,
  ModelSettingsBody,
  modelSettingsEndpoints,
  type VulnDbMode,
} from './model-settings.ts'
export { SecurityPolicy, securityPolicyEndpoints } from './policies.ts'
export { Project, ProjectCard, projectEndpoints, SeverityCounts } from './projects.ts'
export { type Frequency, Schedule, ScheduleBody } from './schedule.ts'
export { Member, userEndpoints } from './users.ts'
export { hostLinkEndpoints, type HostLinkTest, type HostLinkView, type NewHostLink } from './host-links.ts'
export {
  CHAT_FORMATS,
  type ChatFormat,
  Integration,
  INTEGRATION_EVENTS,
  INTEGRATION_KINDS,
  IntegrationConfig,
  IntegrationDelivery,
  integrationEndpoints,
  type IntegrationEvent,
  type IntegrationKind,
} from './integrations.ts'
export {
  NPM_PACKAGES_MAX,
  NPM_VERSIONS_MAX,
  NPM_ASKED_MAX,
  NPM_TEXT_UNITS_MAX,
  type NpmSeverity,
  NpmAdvisory,
  NpmAuditAdvisory,
  NpmAuditReport,
  npmAuditEndpoints,
} from './npm-audit.ts'
export { oidcEndpoints } from './oidc.ts'
export { paginationOf } from './paging.ts'
export { ORG_ROLES, type OrgRole, SESSION_COOKIE } from './words.ts'
