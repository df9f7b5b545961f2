// Exports for the guard service: endpoint table, tenants, keys, configuration, audit, webhooks.
export {
  WEBHOOK_EVENTS,
  type WebhookEvent,
  SECRET_CHARS_STRONG,
  Webhook,
  Delivery,
  webhookEndpoints,
} from './webhook.ts'
export { AuditEntry, AuditExportQuery, AuditQuery } from './audit.ts'
export { GuardrailInfo } from './catalog.ts'
export { dataPolicyEndpoints } from './data-policy-endpoints.ts'
export { guardEndpoints } from './endpoints.ts'
export { ReplayAnswer, ReplayChange, ReplayedVerdict, replayEndpoints, ReplayRequest, Retention } from './replay.ts'
export { EffectiveEntry, ServerConfig, serverConfigEndpoints, ServerConfigPatch } from './server-config.ts'
export {
  ApiKeyRecord,
  NewKey,
  OwnTenant,
  PLAN_QUOTAS,
  PLANS,
  StoredPolicies,
  StoredRoles,
  PolicyView,
  Quota,
  UsageView,
  Rbac,
  RoleRecord,
  TenantFields,
  TenantId,
  UNREGISTERED,
  TenantView,
} from './tenant.ts'
export { RevealedValue } from './vault.ts'
