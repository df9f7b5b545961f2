// Exports for values encrypted with tenant keys: vault entries, stored requests, sealed items.
export {
  changeRetentionDays,
  countStoredRequests,
  deleteStoredRequests,
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
  readVaultEntries,
  sweepVault,
  type VaultEntry,
} from './tables/vault-entries.ts'
export { listStaleItems, resealItem, type SealedItem } from './tables/sealed-items.ts'
