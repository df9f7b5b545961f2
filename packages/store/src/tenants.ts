// Exports for tenants of the guard service: configuration, API keys, usage, policies.
export {
  addApiKey,
  type ApiKey,
  findApiKeyId,
  findKeyOwners,
  findLiveKeys,
  type KeyScope,
  listApiKeys,
  noteKeyUse,
  revokeApiKey,
} from './tables/api-keys.ts'
export { createTenant, loadTenantConfig, saveTenantConfig, tenantVersions } from './tables/tenants.ts'
export { listPolicyVersions, type PolicyVersion, readPolicyVersion } from './tables/policy-versions.ts'
export {
  changeTenant,
  hardDeleteTenant,
  insertTenant,
  listTenants,
  readTenant,
  restoreTenant,
  softDeleteTenant,
  type TenantChange,
  type TenantRecord,
} from './tables/tenant-records.ts'
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
  deleteItem,
  type ItemKind,
  ITEMS_PER_KIND_MAX,
  listItems,
  putItem,
  readItem,
  replaceItems,
  type TenantItem,
} from './tables/tenant-items.ts'
