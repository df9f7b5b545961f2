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
  default_agent: string | null
}

export interface ApprovalDecisionsTable {
  tenant_id: string
  approval_id: string
  approver_key: string
  approver: string
  decision: string
  comment: string
  decided_by: string
  decided_at: Timestamp
}

export interface ApprovalsTable {
  tenant_id: string
  id: string
  call_hmac: Buffer
  agent_key: string
  tool: string
  user_role: string | null
  session_id: string | null
  reason: string
  shown: Buffer
  state: string
  min_approvals: number
  created_at: Timestamp
  expires_at: Timestamp
  decided_at: Timestamp | null
  grant_id: string | null
  grant_expires_at: Timestamp | null
  consumed_at: Timestamp | null
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

export interface AuditExportsTable {
  destination: Buffer
  tenant_id: string
  seq: number
}

export interface AuditHeadsTable {
  tenant_id: string
  seq: number
  hash: Buffer
  seal: Buffer | null
  seal_key: string | null
  sealed_from: number | null
  broken_at: number | null
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
  learned: Buffer | null
}

export interface DeploymentDocumentsTable {
  name: string
  version: Defaulted<number>
  document: Json
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

export interface FindingCommentsTable {
  id: string
  organization_id: string
  project_id: string
  fingerprint: string
  author_id: string | null
  author_email: string
  content: string
  created_at: Timestamp
}

export interface FindingCountsTable {
  scan_id: string
  organization_id: string
  scanner: string
  severity: string
  status: string
  count: number
}

export interface FindingsTable {
  id: string
  organization_id: string
  project_id: string
  scan_id: string
  position: number
  fingerprint: string
  scanner: string
  rule_id: string
  severity: string
  status: string
  status_note: string | null
  is_new: boolean
  is_gap: boolean
  title: string
  file_path: string
  start_line: number
  end_line: number
  cve_id: string | null
  confidence: number
  details: Json
  created_at: Defaulted<Timestamp>
  words: Defaulted<string>
}

export interface HostDeliveriesTable {
  organization_id: string
  project_id: string
  delivery_id: string
  event: string
  body: string
  status: string
  attempts: Defaulted<number>
  next_attempt_at: Timestamp
  created_at: Timestamp
  queued_at: Timestamp
  finished_at: Timestamp | null
  log: Defaulted<Json>
}

export interface HostLinksTable {
  project_id: string
  organization_id: string
  kind: string
  base_url: string
  owner: string
  repo: string
  app_id: string | null
  installation_id: string | null
  secret: Buffer
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  enabled: Defaulted<boolean>
  failing_since: Timestamp | null
  disabled_reason: string | null
  dropped: Defaulted<number>
}

export interface HostReviewsTable {
  organization_id: string
  project_id: string
  pr_number: number
  summary_id: string | null
  inline: Defaulted<Json>
  introduced: Defaulted<Json>
  lease_owner: string | null
  lease_until: Timestamp | null
  updated_at: Defaulted<Timestamp>
}

export interface InboundDeliveriesTable {
  organization_id: string
  project_id: string
  key: string
  scan_id: string
  received_at: Defaulted<Timestamp>
}

export interface IntegrationDeliveriesTable {
  organization_id: string
  integration_id: string
  delivery_id: string
  event: string
  body: string
  status: string
  attempts: Defaulted<number>
  next_attempt_at: Timestamp
  created_at: Timestamp
  queued_at: Timestamp
  finished_at: Timestamp | null
  log: Defaulted<Json>
}

export interface IntegrationsTable {
  id: string
  organization_id: string
  kind: string
  name: string
  enabled: boolean
  config: Json
  secrets: Buffer | null
  events: Json
  failing_since: Timestamp | null
  disabled_reason: string | null
  dropped: Defaulted<number>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface KeptRequestsTable {
  tenant_id: string
  id: string
  request_id: string
  stage: string
  ciphertext: Buffer
  created_at: Timestamp
  expires_at: Timestamp
}

export interface KnownFindingsTable {
  project_id: string
  fingerprint: string
  organization_id: string
  identity: string
  scanner: string
  severity: string
  file_path: string
  start_line: number
  branch: string
  status: Defaulted<string>
  status_note: string | null
  first_seen_at: Timestamp
  last_scan_id: string
  gone_at: Timestamp | null
  imported_by: string | null
  import_resolved: Defaulted<boolean>
  assignee_id: string | null
  due_at: Timestamp | null
  accepted_until: Timestamp | null
  accepted_by: string | null
}

export interface McpPinsTable {
  tenant_id: string
  id: string
  kind: Defaulted<string>
  route: string
  tool: string
  hash: string
  body_hash: string
  definition: Json
  state: string
  reason: Defaulted<string>
  seen_hash: string | null
  seen_body_hash: string | null
  seen_definition: Json | null
  first_seen: Timestamp
  last_seen: Timestamp
  accepted_at: Timestamp | null
  accepted_by: string | null
  likeness: string
}

export interface MemberKeysTable {
  id: string
  organization_id: string
  member_id: string
  name: string
  prefix: string
  sha256: Buffer
  created_at: Defaulted<Timestamp>
  last_used_at: Timestamp | null
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
  made_by: string | null
}

export interface MembersTable {
  id: string
  organization_id: string
  user_id: string
  role: string
  created_at: Defaulted<Timestamp>
  invited_until: Timestamp | null
  invitation: Buffer | null
}

export interface MemoryEntriesTable {
  tenant_id: string
  namespace: string
  key_hmac: Buffer
  value_hmac: Buffer
  value_chars: number
  memory_type: string | null
  classification: string
  written_by: string
  source_agent: string | null
  written_at: Timestamp
}

export interface MemoryNamespacesTable {
  tenant_id: string
  namespace: string
  owner_agent: string
  entries: Defaulted<number>
  created_at: Defaulted<Timestamp>
}

export interface ModelSettingsTable {
  organization_id: string
  provider: string
  base_url: string
  model: string
  api_key: Buffer | null
  enable_llm_sast: boolean
  enable_llm_secrets: boolean
  vuln_db_url: string
  vuln_db_mode: string
  updated_at: Defaulted<Timestamp>
}

export interface OrganizationsTable {
  id: string
  name: string
  created_at: Defaulted<Timestamp>
}

export interface PolicyVersionsTable {
  tenant_id: string
  version: number
  policies: Json
  created_at: Defaulted<Timestamp>
  created_by: string
}

export interface ProjectsTable {
  id: string
  organization_id: string
  name: string
  description: Defaulted<string>
  repo_url: string | null
  default_branch: Defaulted<string>
  dast_target_url: string | null
  primary_language: string | null
  build_gate: Json | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  webhook_secret: Buffer | null
  reduce_non_production: Defaulted<boolean>
  repo_key: string | null
  webhook_paths: Defaulted<Json>
}

export interface RedteamAttemptsTable {
  run_id: string
  tenant_id: string
  key: string
  begun_at: Defaulted<Timestamp>
  ended_at: Timestamp | null
  position: number | null
  line: Json | null
  record: Buffer | null
}

export interface RedteamKeysTable {
  id: string
  tenant_id: string
  name: string
  role: string
  prefix: string
  sha256: Buffer
  created_at: Defaulted<Timestamp>
  last_used_at: Timestamp | null
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
}

export interface RedteamReportsTable {
  run_id: string
  tenant_id: string
  filename: string
  created_at: Defaulted<Timestamp>
  target_url: string
  meta: Json
  content: Buffer
}

export interface RedteamRunsTable {
  id: string
  tenant_id: string
  status: Defaulted<string>
  request: Buffer | null
  seed: string
  target_url: string
  started_by: string
  estimated_total: number
  progress_total: Defaulted<number>
  created_at: Defaulted<Timestamp>
  finished_at: Timestamp | null
  summary: Json | null
  error: string | null
  settled: Defaulted<boolean>
  worker: string | null
  lease_until: Timestamp | null
  attempts: Defaulted<number>
  usage: Json | null
}

export interface ScanArtifactsTable {
  scan_id: string
  organization_id: string
  kind: string
  type: string
  media_type: string
  size_bytes: number
  sha256: string
  content: Buffer
  made_at: Defaulted<Timestamp>
  version: Defaulted<number>
  triage_version: Defaulted<number>
}

export interface ScanFilesTable {
  scan_id: string
  organization_id: string
  inventory: Buffer
  changed: Buffer | null
}

export interface ScanInventoriesTable {
  scan_id: string
  organization_id: string
  project_id: string
  inventory: Buffer
  matched_with: string | null
  matching_by: string | null
  matching_until: Timestamp | null
}

export interface ScanShardsTable {
  scan_id: string
  organization_id: string
  scanner: string
  shard_id: string
  status: Defaulted<string>
  files: number
  files_done: Defaulted<number>
  findings: Defaulted<number>
  result: Buffer | null
  worker: string | null
  lease_until: Timestamp | null
  attempts: Defaulted<number>
}

export interface ScansTable {
  id: string
  organization_id: string
  project_id: string
  status: string
  scan_type: string
  branch: string | null
  commit_sha: string | null
  base_sha: string | null
  pr_number: number | null
  source_type: string
  source_ref: string
  source: Json
  source_secret: Buffer | null
  source_file: string | null
  triggered_by: string
  created_at: Defaulted<Timestamp>
  started_at: Timestamp | null
  completed_at: Timestamp | null
  planned: Defaulted<boolean>
  settled: Defaulted<boolean>
  worker: string | null
  lease_until: Timestamp | null
  attempts: Defaulted<number>
  gaps: Defaulted<Json>
  progress: Defaulted<Json>
  critical_count: Defaulted<number>
  high_count: Defaulted<number>
  medium_count: Defaulted<number>
  low_count: Defaulted<number>
  info_count: Defaulted<number>
  files_scanned: Defaulted<number>
  deps_scanned: Defaulted<number>
  gate_result: Defaulted<string>
  gate_reasons: Defaulted<Json>
  error_message: string | null
  advisories: string | null
  triage_version: Defaulted<number>
  source_bytes: Defaulted<number>
  result_bytes: Defaulted<number>
  advisory_coverage: Json | null
  retest_fingerprint: string | null
}

export interface SchedulesTable {
  project_id: string
  organization_id: string
  enabled: boolean
  frequency: string
  cron_expr: string
  timezone: string
  scan_type: string
  branch: string | null
  next_run_at: Timestamp | null
  last_run_at: Timestamp | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface SchemaMigrationsTable {
  name: string
  checksum: string
  applied_at: Defaulted<Timestamp>
}

export interface SecurityPoliciesTable {
  id: string
  organization_id: string
  name: string
  description: Defaulted<string>
  rule: string
  severity: string
  category: string
  enabled: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface SessionsTable {
  id: string
  member_id: string
  sha256: Buffer
  created_at: Defaulted<Timestamp>
  last_seen_at: Defaulted<Timestamp>
  expires_at: Timestamp
}

export interface SigningKeysTable {
  id: string
  organization_id: string
  private_key: Buffer
  public_key_pem: string
  created_at: Defaulted<Timestamp>
  retired_at: Timestamp | null
}

export interface SlaPoliciesTable {
  organization_id: string
  days: Json
}

export interface SuppressionsTable {
  id: string
  organization_id: string
  project_id: string
  key: string
  kind: string
  marker: string
  scanner: string | null
  file_path: string
  start_line: number
  rule_id: string | null
  severity: string | null
  title: string
  reason: string | null
  on_base: Defaulted<boolean>
  decision: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  note: string | null
  first_seen_at: Defaulted<Timestamp>
  last_scan_id: string
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

export interface UsersTable {
  id: string
  email: string
  name: string
  password: string | null
  oidc_subject: string | null
  created_at: Defaulted<Timestamp>
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

export interface WebhookDeliveriesTable {
  tenant_id: string
  webhook_id: string
  delivery_id: string
  event: string
  body: string
  status: string
  attempts: Defaulted<number>
  next_attempt_at: Timestamp
  created_at: Timestamp
  queued_at: Timestamp
  finished_at: Timestamp | null
  log: Defaulted<Json>
}

export interface WebhooksTable {
  tenant_id: string
  webhook_id: string
  url: string
  events: Json
  description: string
  enabled: boolean
  secret: Buffer
  failing_since: Timestamp | null
  disabled_reason: string | null
  dropped: Defaulted<number>
  created_at: Defaulted<Timestamp>
  created_by: string
  updated_at: Defaulted<Timestamp>
  updated_by: string
}

export interface DB {
  agents: AgentsTable
  api_keys: ApiKeysTable
  approval_decisions: ApprovalDecisionsTable
  approvals: ApprovalsTable
  audit_entries: AuditEntriesTable
  audit_exports: AuditExportsTable
  audit_heads: AuditHeadsTable
  capability_keys: CapabilityKeysTable
  custom_policies: CustomPoliciesTable
  deployment_documents: DeploymentDocumentsTable
  deployment_secrets: DeploymentSecretsTable
  finding_comments: FindingCommentsTable
  finding_counts: FindingCountsTable
  findings: FindingsTable
  host_deliveries: HostDeliveriesTable
  host_links: HostLinksTable
  host_reviews: HostReviewsTable
  inbound_deliveries: InboundDeliveriesTable
  integration_deliveries: IntegrationDeliveriesTable
  integrations: IntegrationsTable
  kept_requests: KeptRequestsTable
  known_findings: KnownFindingsTable
  mcp_pins: McpPinsTable
  member_keys: MemberKeysTable
  members: MembersTable
  memory_entries: MemoryEntriesTable
  memory_namespaces: MemoryNamespacesTable
  model_settings: ModelSettingsTable
  organizations: OrganizationsTable
  policy_versions: PolicyVersionsTable
  projects: ProjectsTable
  redteam_attempts: RedteamAttemptsTable
  redteam_keys: RedteamKeysTable
  redteam_reports: RedteamReportsTable
  redteam_runs: RedteamRunsTable
  scan_artifacts: ScanArtifactsTable
  scan_files: ScanFilesTable
  scan_inventories: ScanInventoriesTable
  scan_shards: ScanShardsTable
  scans: ScansTable
  schedules: SchedulesTable
  schema_migrations: SchemaMigrationsTable
  security_policies: SecurityPoliciesTable
  sessions: SessionsTable
  signing_keys: SigningKeysTable
  sla_policies: SlaPoliciesTable
  suppressions: SuppressionsTable
  tenant_items: TenantItemsTable
  tenant_keys: TenantKeysTable
  tenants: TenantsTable
  unregistered_agents: UnregisteredAgentsTable
  usage_days: UsageDaysTable
  users: UsersTable
  vault_entries: VaultEntriesTable
  webhook_deliveries: WebhookDeliveriesTable
  webhooks: WebhooksTable
}
