import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { AuditPage, AuditQuery, ChainCheck } from './audit.ts'
import {
  ApiKeyRecord,
  NewKey,
  NewTenant,
  OwnTenant,
  Creator,
  PolicyDocument,
  PolicyChange,
  PolicyVersionLine,
  PolicyView,
  RevokeKey,
  RevokeKeyQuery,
  TenantList,
  TenantPatch,
  TenantQuery,
  TenantView,
  UsageQuery,
  UsageView,
} from './tenant.ts'

const ADMIN = ['Administration']
const OWN = ['Tenant']
const POLICIES = ['Policies']

const VersionParams = z.object({ version: z.coerce.number().int().min(1) })
const Deleted = z.object({ status: z.literal('deleted'), tenant_id: z.string(), hard: z.boolean() })
const Revoked = z.object({ status: z.literal('revoked'), id: z.string() })
const KeyList = z.object({ tenant_id: z.string(), api_keys: z.array(ApiKeyRecord) })

/** Tenants, their keys and their policies. docs/spec/guard.md §4 "Administration" and "Tenant self-service". */
export const tenantEndpoints = {
  listTenants: get('/v1/admin/tenants', {
    auth: 'platform',
    summary: 'List tenants',
    tags: ADMIN,
    query: TenantQuery,
    response: TenantList,
  }),
  createTenant: post('/v1/admin/tenants', {
    auth: 'platform',
    summary: 'Make a tenant, with its first keys and policies',
    description: 'Keys that the service makes are in the answer, this once.',
    tags: ADMIN,
    status: 201,
    body: NewTenant,
    response: TenantView,
    examples: {
      request: { team: { summary: 'A product team', value: { tenant_id: 'shop', name: 'Web shop', plan: 'pro' } } },
    },
  }),
  readTenantUsage: get('/v1/admin/tenants/{tenant_id}/usage', {
    auth: 'platform',
    summary: 'Read what a tenant uses, against its quotas',
    tags: ADMIN,
    query: UsageQuery,
    response: UsageView,
  }),
  readTenant: get('/v1/admin/tenants/{tenant_id}', {
    auth: 'platform',
    summary: 'Read a tenant, deleted or not',
    tags: ADMIN,
    response: TenantView,
  }),
  changeTenant: put('/v1/admin/tenants/{tenant_id}', {
    auth: 'platform',
    summary: 'Change a tenant',
    description: 'Objects merge deeply, arrays are replaced, and null removes what it names.',
    tags: ADMIN,
    body: TenantPatch,
    response: TenantView,
  }),
  deleteTenant: del('/v1/admin/tenants/{tenant_id}', {
    auth: 'platform',
    summary: 'Delete a tenant so that it can be restored, or for good with hard=true',
    tags: ADMIN,
    query: z.object({ hard: z.stringbool().default(false) }),
    response: Deleted,
  }),
  restoreTenant: post('/v1/admin/tenants/{tenant_id}/restore', {
    auth: 'platform',
    summary: 'Bring a deleted tenant back',
    tags: ADMIN,
    response: TenantView,
  }),
  createTenantKey: post('/v1/admin/tenants/{tenant_id}/api-keys', {
    auth: 'platform',
    summary: 'Give a tenant a key',
    tags: ADMIN,
    status: 201,
    body: NewKey,
    response: ApiKeyRecord,
  }),
  revokeTenantKey: del('/v1/admin/tenants/{tenant_id}/api-keys', {
    auth: 'platform',
    summary: "Revoke one of a tenant's keys at once, on every instance",
    tags: ADMIN,
    query: RevokeKeyQuery,
    body: RevokeKey.optional(),
    response: Revoked,
  }),
  tenantAudit: get('/v1/admin/tenants/{tenant_id}/audit', {
    auth: 'platform',
    summary: "Read a tenant's audit log, newest first",
    tags: ADMIN,
    query: AuditQuery,
    response: AuditPage,
  }),
  verifyTenantAudit: get('/v1/admin/tenants/{tenant_id}/audit/verify', {
    auth: 'platform',
    summary: "Verify a tenant's audit chain and name its first broken link",
    tags: ADMIN,
    query: z.object({}),
    response: ChainCheck,
  }),
  allAudit: get('/v1/admin/audit', {
    auth: 'platform',
    summary: 'Read the audit log of all tenants, newest first',
    tags: ADMIN,
    query: AuditQuery,
    response: AuditPage,
  }),
  readOwnTenant: get('/v1/tenant/me', {
    auth: 'runtime',
    summary: "Read the own tenant's configuration",
    tags: OWN,
    response: OwnTenant,
  }),
  readOwnUsage: get('/v1/tenant/me/usage', {
    auth: 'runtime',
    summary: 'Read what the tenant uses, against its quotas',
    description: 'Days are UTC; tokens are reckoned at four letters each.',
    tags: OWN,
    query: UsageQuery,
    response: UsageView,
  }),
  listOwnKeys: get('/v1/tenant/me/api-keys', {
    auth: 'config',
    summary: 'List the own keys',
    tags: OWN,
    response: KeyList,
  }),
  createOwnKey: post('/v1/tenant/me/api-keys', {
    auth: 'config',
    summary: 'Make a key; it is shown this once',
    tags: OWN,
    status: 201,
    body: NewKey,
    response: ApiKeyRecord,
  }),
  revokeOwnKey: del('/v1/tenant/me/api-keys', {
    auth: 'config',
    summary: 'Revoke a key at once, on every instance',
    tags: OWN,
    query: RevokeKeyQuery,
    body: RevokeKey.optional(),
    response: Revoked,
  }),
  readPolicies: get('/v1/tenant/me/policies', {
    auth: 'runtime',
    summary: 'Read the own policies',
    description:
      'Settings that a guard protects, such as canaries, are shown as ***; sent back so they stay as they are.',
    tags: POLICIES,
    response: PolicyView,
  }),
  replacePolicies: put('/v1/tenant/me/policies', {
    auth: 'config',
    summary: 'Replace the own policies and make a version of them',
    description:
      'An empty block returns its stage to the defaults. Roles, quota, plan and keys are not the tenant’s to change.',
    tags: POLICIES,
    body: PolicyDocument,
    response: PolicyView,
  }),
  listPolicyVersions: get('/v1/tenant/me/policies/versions', {
    auth: 'config',
    summary: 'List the versions of the own policies, newest first',
    tags: POLICIES,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.object({ tenant_id: z.string(), current: z.number().int(), versions: z.array(PolicyVersionLine) }),
  }),
  readPolicyVersion: get('/v1/tenant/me/policies/versions/{version}', {
    auth: 'config',
    summary: 'Read one version of the own policies',
    tags: POLICIES,
    params: VersionParams,
    response: PolicyView.extend({ created_at: z.string(), ...Creator.shape }),
  }),
  restorePolicyVersion: post('/v1/tenant/me/policies/versions/{version}/restore', {
    auth: 'config',
    summary: 'Make a version the current one again, as a new version',
    tags: POLICIES,
    params: VersionParams,
    response: PolicyView,
  }),
  diffPolicies: get('/v1/tenant/me/policies/diff', {
    auth: 'config',
    summary: 'Compare two versions of the own policies',
    tags: POLICIES,
    query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    response: z.object({
      tenant_id: z.string(),
      from: z.number().int(),
      to: z.number().int(),
      changes: z.array(PolicyChange),
    }),
  }),
} as const
