// Made by packages/store/gen-schema.ts from the migrations. Change those, then run `npm run gen`.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json = ColumnType<unknown, string, string>
type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface AgentsTable {
  tenant_id: string
  agent_id: string
  record: Json
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface ApiKeysTable {
  id: string
  tenant_id: string
  name: string
  prefix: string
  sha256: Buffer
  scope: string
  created_at: Defaulted<Timestamp>
  last_used_at: Timestamp | null
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
}

export interface AuditEntriesTable {
  tenant_id: string
  seq: number
  id: string
  timestamp: Timestamp
  actor: string
  action: string
  guardrail: string | null
  verdict: string | null
  request_id: string | null
  details: Json
  prev_hash: Buffer
  hash: Buffer
}

export interface AuditHeadsTable {
  tenant_id: string
  seq: number
  hash: Buffer
}

export interface CapabilityKeysTable {
  key_id: string
  public_key: Buffer
  ciphertext: Buffer
  signs_from: Timestamp
  created_at: Defaulted<Timestamp>
}

export interface CustomPoliciesTable {
  tenant_id: string
  policy_id: string
  version: Defaulted<number>
  stage: string
  definition: Json
  created_at: Defaulted<Timestamp>
  created_by: string
  updated_at: Defaulted<Timestamp>
  updated_by: string
}

export interface DeploymentSecretsTable {
  name: string
  sha256: Buffer | null
  ciphertext: Buffer | null
  key_id: string | null
  created_at: Defaulted<Timestamp>
}

export interface PolicyVersionsTable {
  tenant_id: string
  version: number
  policies: Json
  created_at: Defaulted<Timestamp>
  created_by: string
}

export interface SchemaMigrationsTable {
  name: string
  checksum: string
  applied_at: Defaulted<Timestamp>
}

export interface TenantItemsTable {
  tenant_id: string
  kind: string
  name: string
  document: Json
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  updated_by: string
}

export interface TenantKeysTable {
  tenant_id: string
  purpose: string
  ciphertext: Buffer
  created_at: Defaulted<Timestamp>
}

export interface TenantsTable {
  id: string
  name: string
  plan: Defaulted<string>
  config: Defaulted<Json>
  config_version: Defaulted<number>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  deleted_at: Timestamp | null
  quota: Defaulted<Json>
  policy_version: Defaulted<number>
}

export interface UnregisteredAgentsTable {
  tenant_id: string
  agent_id: string
  first_seen: Timestamp
  last_seen: Timestamp
  call_count: number
  endpoints: Json
  roles: Json
}

export interface UsageDaysTable {
  tenant_id: string
  day: string
  requests: Defaulted<number>
  tokens: Defaulted<number>
  blocked: Defaulted<number>
}

export interface VaultEntriesTable {
  tenant_id: string
  token: string
  entity_type: string
  value_hmac: Buffer
  ciphertext: Buffer
  created_at: Defaulted<Timestamp>
  expires_at: Timestamp
}

export interface DB {
  agents: AgentsTable
  api_keys: ApiKeysTable
  audit_entries: AuditEntriesTable
  audit_heads: AuditHeadsTable
  custom_policies: CustomPoliciesTable
  deployment_secrets: DeploymentSecretsTable
  policy_versions: PolicyVersionsTable
  schema_migrations: SchemaMigrationsTable
  tenant_items: TenantItemsTable
  tenant_keys: TenantKeysTable
  tenants: TenantsTable
  unregistered_agents: UnregisteredAgentsTable
  usage_days: UsageDaysTable
  vault_entries: VaultEntriesTable
}
  capability_keys: CapabilityKeysTable
