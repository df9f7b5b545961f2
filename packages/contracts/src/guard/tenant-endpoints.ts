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
    summary: 'Create a tenant with its first keys and policies',
    description: 'Generated keys are returned only in this response.',
    tags: ADMIN,
    status: 201,
    body: NewTenant,
    response: TenantView,
    examples: {
      request: { team: { summary: 'Product team', value: { tenant_id: 'shop', name: 'Web shop', plan: 'pro' } } },
    },
  }),
  readTenantUsage: get('/v1/admin/tenants/{tenant_id}/usage', {
    auth: 'platform',
    summary: 'Get the usage and quotas of a tenant',
    tags: ADMIN,
    query: UsageQuery,
    response: UsageView,
  }),
  readTenant: get('/v1/admin/tenants/{tenant_id}', {
    auth: 'platform',
    summary: 'Get a tenant, including deleted ones',
    tags: ADMIN,
    response: TenantView,
  }),
  changeTenant: put('/v1/admin/tenants/{tenant_id}', {
    auth: 'platform',
    summary: 'Update a tenant',
    description: 'Objects are merged recursively, arrays are replaced, and null deletes a field.',
    tags: ADMIN,
    body: TenantPatch,
    response: TenantView,
  }),
  deleteTenant: del('/v1/admin/tenants/{tenant_id}', {
    auth: 'platform',
    summary: 'Delete a tenant; permanently with hard=true',
    tags: ADMIN,
    query: z.object({ hard: z.stringbool().default(false) }),
    response: Deleted,
  }),
  restoreTenant: post('/v1/admin/tenants/{tenant_id}/restore', {
    auth: 'platform',
    summary: 'Restore a deleted tenant',
    tags: ADMIN,
    response: TenantView,
  }),
  createTenantKey: post('/v1/admin/tenants/{tenant_id}/api-keys', {
    auth: 'platform',
    summary: 'Create a key for a tenant',
    tags: ADMIN,
    status: 201,
    body: NewKey,
    response: ApiKeyRecord,
  }),
  revokeTenantKey: del('/v1/admin/tenants/{tenant_id}/api-keys', {
    auth: 'platform',
    summary: 'Revoke a key of a tenant',
    tags: ADMIN,
    query: RevokeKeyQuery,
    body: RevokeKey.optional(),
    response: Revoked,
  }),
  tenantAudit: get('/v1/admin/tenants/{tenant_id}/audit', {
    auth: 'platform',
    summary: 'List the audit log entries of a tenant, newest first',
    tags: ADMIN,
    query: AuditQuery,
    response: AuditPage,
  }),
  verifyTenantAudit: get('/v1/admin/tenants/{tenant_id}/audit/verify', {
    auth: 'platform',
    summary: 'Verify the audit chain of a tenant and report the first broken link',
    tags: ADMIN,
    query: z.object({}),
    response: ChainCheck,
  }),
  allAudit: get('/v1/admin/audit', {
    auth: 'platform',
    summary: 'List the audit log entries of all tenants, newest first',
    tags: ADMIN,
    query: AuditQuery,
    response: AuditPage,
  }),
  readOwnTenant: get('/v1/tenant/me', {
    auth: 'runtime',
    summary: 'Get the configuration of your tenant',
    tags: OWN,
    response: OwnTenant,
  }),
  readOwnUsage: get('/v1/tenant/me/usage', {
    auth: 'runtime',
    summary: 'Get the usage and quotas of your tenant',
    description: 'Days are in UTC. Tokens are estimated at four characters each.',
    tags: OWN,
    query: UsageQuery,
    response: UsageView,
  }),
  listOwnKeys: get('/v1/tenant/me/api-keys', {
    auth: 'config',
    summary: 'List the keys of your tenant',
    tags: OWN,
    response: KeyList,
  }),
  createOwnKey: post('/v1/tenant/me/api-keys', {
    auth: 'config',
    summary: 'Create a key; the plaintext is returned only once',
    tags: OWN,
    status: 201,
    body: NewKey,
    response: ApiKeyRecord,
  }),
  revokeOwnKey: del('/v1/tenant/me/api-keys', {
    auth: 'config',
    summary: 'Revoke a key',
    tags: OWN,
    query: RevokeKeyQuery,
    body: RevokeKey.optional(),
    response: Revoked,
  }),
  readPolicies: get('/v1/tenant/me/policies', {
    auth: 'runtime',
    summary: 'Get the policies of your tenant',
    description:
      'Protected guard settings, such as canaries, are returned as `***`; sending `***` keeps the stored value.',
    tags: POLICIES,
    response: PolicyView,
  }),
  replacePolicies: put('/v1/tenant/me/policies', {
    auth: 'config',
    summary: 'Replace the policies of your tenant and create a new version',
    description:
      'An empty block resets its stage to the defaults. Tenants cannot change their roles, quota, plan or keys.',
    tags: POLICIES,
    body: PolicyDocument,
    response: PolicyView,
  }),
  listPolicyVersions: get('/v1/tenant/me/policies/versions', {
    auth: 'config',
    summary: 'List policy versions, newest first',
    tags: POLICIES,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.object({ tenant_id: z.string(), current: z.number().int(), versions: z.array(PolicyVersionLine) }),
  }),
  readPolicyVersion: get('/v1/tenant/me/policies/versions/{version}', {
    auth: 'config',
    summary: 'Get a policy version',
    tags: POLICIES,
    params: VersionParams,
    response: PolicyView.extend({ created_at: z.string(), ...Creator.shape }),
  }),
  restorePolicyVersion: post('/v1/tenant/me/policies/versions/{version}/restore', {
    auth: 'config',
    summary: 'Restore a policy version as a new version',
    tags: POLICIES,
    params: VersionParams,
    response: PolicyView,
  }),
  diffPolicies: get('/v1/tenant/me/policies/diff', {
    auth: 'config',
    summary: 'Compare two policy versions',
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
