import { section } from '../../statement.ts'

/** Statements of the decisions on tenants, keys, quotas and policies. Section 1. */
export const guardPolicies = [
  section('0 §1 Policies and tenants, tenants', {
    'guard:tenants.id-form': 'A tenant id matches `[A-Za-z0-9_-]{1,64}`.',
    'guard:tenants.plans': 'Plans are basic, pro and enterprise.',
    'guard:tenants.quota-basic': 'Plan basic has 60 requests/min, 100k requests/day and 10M tokens/day.',
    'guard:tenants.quota-pro': 'Plan pro has 300 requests/min, 1M requests/day and 100M tokens/day.',
    'guard:tenants.quota-enterprise': 'Plan enterprise has 1000 requests/min, 10M requests/day and 1B tokens/day.',
    'guard:tenants.quota-override': 'A tenant can have quotas of its own.',
    'guard:tenants.quota-429':
      'A request over the quota returns 429 `{error: "quota_exceeded", tenant_id, quota, retry_after}`.',
    'guard:tenants.default-tenant': 'If `SHIELD_AUTH_ENABLED` is not true, every call uses the tenant `default`.',
    'guard:tenants.default-made': 'The tenant `default` is created at startup.',
    'guard:tenants.header-not-trusted': '`X-Tenant-ID` is never trusted.',
  }),
  section('0 §1 Policies and tenants, keys', {
    'guard:keys.entries': 'An entry of `api_keys` is a string or `{name, scope: runtime|admin, expires_at}`.',
    'guard:keys.plaintext-once': 'The key is shown only once, at creation.',
    'guard:keys.reads': 'Reads show id, name, prefix, scope, created_at, last_used_at and expires_at.',
    'guard:keys.self-service': 'Tenants use GET, POST and DELETE `/v1/tenant/me/api-keys`.',
    'guard:keys.max-10': 'A tenant has at most 10 keys.',
    'guard:keys.insufficient-scope': 'A configuration write with a runtime key returns 403 `insufficient_scope`.',
  }),
  section('0 §1 Policies and tenants, admin', {
    'guard:admin.missing-key': 'A missing admin key returns 401 `missing_admin_key`.',
    'guard:admin.invalid-key': 'A wrong admin key returns 401 `invalid_admin_key`.',
    'guard:admin.enforced-always': 'The admin key is also enforced when authentication is disabled.',
    'guard:admin.generated': 'Without `SHIELD_ADMIN_KEY`, the first start generates an admin key.',
    'guard:admin.generated-shown-once': 'The generated key is stored hashed and shown once on the terminal.',
  }),
  section('0 §1 Policies and tenants, policies', {
    'guard:policies.put-body': 'PUT `/v1/tenant/me/policies` accepts `{input_guardrails, output_guardrails, mode?}`.',
    'guard:policies.put-422': 'Unknown guard names and invalid settings return 422 with the path.',
    'guard:policies.versioned': 'Every write creates a version.',
    'guard:policies.versions-list': 'GET `…/policies/versions` lists the versions.',
    'guard:policies.version-one': 'GET `…/versions/{n}` returns one version.',
    'guard:policies.version-restore': 'POST `…/versions/{n}/restore` restores one version.',
    'guard:policies.diff': 'GET `…/policies/diff?from=&to=` compares two versions.',
    'guard:policies.effect-1s': 'Writes take effect on every instance within 1 s.',
  }),
  section('0 §1 Policies and tenants, me', {
    'guard:me.fields':
      'GET `/me` returns `{tenant_id, name, plan, mode, input_guardrails, output_guardrails, quota, rbac: {roles}, agents: {count}}`.',
    'guard:me.usage-counts': 'Usage contains requests_this_minute, requests_today, tokens_today and blocked_today.',
    'guard:me.usage-shape': 'Usage returns `{tenant_id, plan, usage, quota, pct_of_minute_limit, pct_of_daily_limit}`.',
  }),
  section('0 §1 Policies and tenants, custom policies', {
    'guard:custom.name': 'A custom policy has a name of 1–100 characters.',
    'guard:custom.description': 'It has a description of 0–500 characters.',
    'guard:custom.prompt': 'It has a prompt of 20–2000 characters.',
    'guard:custom.action': 'Its action is pass, detect, warn, redact or block.',
    'guard:custom.stage': 'Its stage is input (default) or output.',
    'guard:custom.enabled-default': 'It is enabled by default.',
    'guard:custom.threshold': 'Its confidence_threshold is 0.5–1, by default 0.8.',
    'guard:custom.priority': 'Its priority is 1–1000, by default 100, low first.',
    'guard:custom.multi-turn': 'Its multi_turn is false by default.',
    'guard:custom.examples': 'Its examples are `{violating, allowed}`, 0–200 strings each.',
    'guard:custom.record': 'It also has policy_id, version, created/updated_at and created/updated_by.',
    'guard:custom.max-10-per-stage': 'There are at most 10 per stage.',
    'guard:custom.create-answer':
      'Create returns 201 `{status: "created", policy, validation: {valid, issues, suggestions}}`.',
    'guard:custom.list-answer': 'List returns `{tenant_id, policies, stats}`.',
    'guard:custom.one-answer': 'Get returns `{tenant_id, policy}`.',
    'guard:custom.put-answer': 'Put returns `{status: "updated", policy}`.',
    'guard:custom.status-answer': 'Delete, enable and disable return `{status, policy_id}`.',
    'guard:custom.validate-answer': 'validate-prompt accepts `{prompt}` and returns `{tenant_id, prompt, validation}`.',
    'guard:custom.limits-answer':
      'Limits contain max_policies_per_stage, valid_stages, valid_actions, min and max lengths, confidence_threshold_range, priority_range.',
    'guard:custom.second-path': 'The same routes are under `/v1/tenant/me/policies/custom`.',
    'guard:custom.without-model':
      'A custom policy works without a model: its examples and prompt train a small local classifier.',
    'guard:custom.measured': 'The cross-validated precision and recall of that classifier are in `validation`.',
    'guard:custom.with-model':
      'If a model is configured, the model decides and the local classifier is the pre-filter.',
  }),
  section('0 §1 Finer points, keys and quotas', {
    'guard:keys.string-is-admin': 'A plain string in `api_keys` has scope admin.',
    'guard:keys.route-body': 'The key routes accept `{api_key, scope?, name?, expires_at?}`.',
    'guard:keys.creation-answer': 'Creation returns `{id, api_key, prefix, scope}` once.',
    'guard:keys.delete-forms': 'DELETE accepts `{api_key}`, `{id}` or `?id=`.',
    'guard:keys.limit-reached': 'An 11th policy or key returns 409 `limit_reached`.',
    'guard:tenants.quota-shape':
      'A quota override is `{requests_per_minute, requests_per_day, tokens_per_day}`; null means unlimited.',
    'guard:tenants.default-unlimited': 'The tenant `default` is unlimited.',
    'guard:tenants.restore': 'POST `/v1/admin/tenants/{id}/restore` restores a soft-deleted tenant.',
    'guard:tenants.deleted-id-409': 'Creating a soft-deleted id returns 409.',
    'guard:tenants.put-merges': 'PUT of a tenant or an agent merges objects deeply and replaces arrays.',
  }),
  section('0 §1 Finer points, audit', {
    'guard:audit.entry-fields':
      'An entry has id, timestamp, tenant_id, actor, action, guardrail, verdict, request_id, details, prev_hash and hash.',
    'guard:audit.page': 'Audit reads return `{entries, next_cursor}`.',
    'guard:audit.me': 'GET `/v1/tenant/me/audit` returns the log of the calling tenant.',
    'guard:audit.verify': 'GET `…/audit/verify` returns `{valid, checked, first_broken?}`.',
  }),
]
