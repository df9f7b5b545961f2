export { type ConnectionSettings, openStore, POOL_CONNECTIONS_MAX, type Store, type StoreOptions } from './connect.ts'
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded, stopEmbedded } from './embedded/start.ts'
export { migrate, type Migration, pendingMigrations, readMigrations } from './migrate.ts'
export type { DB } from './schema.gen.ts'
export * from './audit.ts'
export { coalesced } from './coalesce.ts'
export { runningEmbedded } from './embedded/running.ts'
export {
  addApiKey,
  API_KEYS_MAX,
  type ApiKey,
  findApiKeyId,
  findKeyOwners,
  findLiveKeys,
  type KeyOwner,
  type KeyScope,
  listApiKeys,
  type NewApiKey,
  noteKeyUse,
  revokeApiKey,
} from './tables/api-keys.ts'
export {
  deploymentSecretHash,
  keepDeploymentCiphertext,
  keepDeploymentSecretHash,
  readDeploymentCiphertext,
  replaceDeploymentCiphertext,
} from './tables/deployment-secrets.ts'
export {
  changeDeploymentDocument,
  type DeploymentDocument,
  deploymentDocumentVersion,
  readDeploymentDocument,
} from './tables/deployment-documents.ts'
export {
  changeRetentionDays,
  countStoredRequests,
  deleteStoredRequests,
  KEPT_REQUESTS_MAX,
  keepRequests,
  type StoredRequest,
  type NewStoredRequest,
  readStoredRequests,
  RETENTION_ITEM,
  sweepStoredRequests,
} from './tables/kept-requests.ts'
export { dropTenantKey, keepTenantKey, readTenantKey, resealTenantKey } from './tables/tenant-keys.ts'
export {
  countVaultEntries,
  findVaultTokens,
  forgetVaultEntries,
  keepVaultEntries,
  type KnownToken,
  type NewVaultEntry,
  readVaultEntries,
  sweepVault,
  type VaultEntry,
} from './tables/vault-entries.ts'
export {
  createTenant,
  loadTenantConfig,
  saveTenantConfig,
  type TenantConfig,
  tenantVersions,
} from './tables/tenants.ts'
export { listPolicyVersions, type PolicyVersion, readPolicyVersion } from './tables/policy-versions.ts'
export {
  changeTenant,
  hardDeleteTenant,
  insertTenant,
  listTenants,
  type NewTenant,
  POLICY_VERSIONS_MAX,
  readTenant,
  restoreTenant,
  softDeleteTenant,
  type TenantChange,
  type TenantRecord,
} from './tables/tenant-records.ts'
export {
  type AgentRow,
  AGENTS_MAX,
  changeAgent,
  deleteAgent,
  insertAgent,
  agentIds,
  listAgents,
  readAgent,
} from './tables/agents.ts'
export type { LeaseState, WorkerLease } from './tables/lease.ts'
export { addUsage, type DayUsage, readUsage, readUsageDays, type UsageDelta } from './tables/usage-days.ts'
export {
  changeCustomPolicy,
  CUSTOM_POLICIES_PER_STAGE_MAX,
  type CustomPolicyRow,
  deleteCustomPolicy,
  insertCustomPolicy,
  keepLearned,
  listCustomPolicies,
  readCustomPolicy,
} from './tables/custom-policies.ts'
export {
  forgetUnregistered,
  listUnregistered,
  noteUnregistered,
  UNREGISTERED_MAX,
  type UnregisteredAgent,
} from './tables/unregistered-agents.ts'
export {
  deleteItem,
  type ItemKind,
  ITEMS_PER_KIND_MAX,
  listItems,
  putItem,
  readItem,
  replaceItems,
  type TenantItem,
} from './tables/tenant-items.ts'
export { listStaleItems, resealItem, type SealedItem } from './tables/sealed-items.ts'
export {
  type CapabilityKeyRow,
  changeCapabilityKeys,
  listCapabilityKeys,
  resealCapabilityKey,
} from './tables/capability-keys.ts'
export {
  deleteMemoryEntry,
  type MemorySlotRow,
  type MemoryPurge,
  type MemoryPurged,
  type MemoryWriteRules,
  type NewMemoryEntry,
  purgeMemory,
  readMemorySlot,
  writeMemoryEntry,
} from './tables/memory-entries.ts'
export {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  insertWebhook,
  listStaleSecrets,
  listWebhooks,
  readWebhook,
  resealWebhookSecret,
  type SealedSecret,
  type WebhookRow,
  WEBHOOKS_MAX,
} from './tables/webhooks.ts'
export {
  type DeliveryAttempt,
  type DeliveryRow,
  insertClaimedDelivery,
  listDeliveries,
  type NewDelivery,
  readDelivery,
  requeueDelivery,
  sweepDeliveries,
} from './tables/webhook-deliveries.ts'
export {
  CLAIM_PER_TENANT,
  CLAIM_PER_WEBHOOK,
  claimDeliveries,
  type ClaimedDelivery,
  type DeliveryOutcome,
  finishDelivery,
  noteFailing,
  noteReceived,
  queueDeliveries,
} from './tables/webhook-queue.ts'
export { type Decided, decideApproval, spendGrant, type Spent } from './tables/approval-decisions.ts'
export {
  APPROVAL_STATES,
  type ApprovalDecision,
  type ApprovalRow,
  type ApprovalState,
  type NewApproval,
} from './tables/approval-rows.ts'
export {
  type ApprovalPage,
  countApprovals,
  fileApproval,
  listApprovals,
  type PendingBounds,
  readApproval,
  sweepApprovals,
} from './tables/approvals.ts'
export {
  acceptPin,
  changePins,
  insertPins,
  listPins,
  type NewPin,
  notePinsSeen,
  PIN_STATES,
  type PinChange,
  type PinnedDefinition,
  type PinRow,
  PINS_PER_ROUTE_MAX,
  pinsElsewhere,
  type PinState,
  readPin,
} from './tables/mcp-pins.ts'
export { type ActingMember, findMemberByKey, findMemberBySession, isSessionActive } from './tables/appsec/members.ts'
export { isUuid, owned } from './tables/appsec/owned.ts'
export { readPassword, replacePassword } from './tables/appsec/passwords.ts'
export { forgetOldSourceSecrets, usedSources } from './tables/appsec/scan-sources.ts'
export {
  type Account,
  createFirstOrganization,
  findAccount,
  findSignIn,
  hasOrganization,
  type NewPerson,
  signInIdentity,
  acceptInvitation,
} from './tables/appsec/accounts.ts'
export {
  addMemberKey,
  findMemberKey,
  listMemberKeys,
  MEMBER_KEYS_MAX,
  type MemberKey,
  type NewMemberKey,
  noteMemberKeyUse,
  revokeMemberKey,
} from './tables/appsec/member-keys.ts'
export {
  changeRole,
  createOrganization,
  findMembership,
  type Invitation,
  invite,
  listMembers,
  MEMBERS_MAX,
  type Membership,
  removeMember,
} from './tables/appsec/memberships.ts'
export { type TriagedRow, readTriaged } from './tables/appsec/judged.ts'
export {
  advisoryChoices,
  type ModelSettingsRow,
  readModelSettings,
  saveModelSettings,
} from './tables/appsec/model-settings.ts'
export {
  changeBuildGate,
  changeProject,
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  type ProjectFields,
  type ProjectRow,
  PROJECTS_MAX,
  readWebhookSecret,
  setWebhookSecret,
  findProjectByRepository,
} from './tables/appsec/projects.ts'
export { deleteSchedule, putSchedule, type ScheduleRow } from './tables/appsec/schedules.ts'
export {
  changeSecurityPolicy,
  deleteSecurityPolicy,
  findSecurityPolicy,
  insertSecurityPolicy,
  listSecurityPolicies,
  SECURITY_POLICIES_MAX,
  type SecurityPolicyFields,
  type SecurityPolicyPatch,
  type SecurityPolicyRow,
} from './tables/appsec/security-policies.ts'
export {
  listStaleOrganizationSecrets,
  type OrganizationSecret,
  resealOrganizationSecret,
  SEALED_PURPOSES,
  type SealedPurpose,
} from './tables/appsec/sealed.ts'
export { endSession, SESSIONS_MAX, startSession } from './tables/appsec/sessions.ts'
export * from './scans.ts'
export * from './redteam.ts'
