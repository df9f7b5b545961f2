import { section } from '../../statement.ts'

/** Authentication, errors, limits and versions. §5 to §9. */
export const access = [
  section('1 §5 table', {
    'guard:auth.x-api-key': 'A tenant key can be sent in `X-API-Key`.',
    'guard:auth.bearer': 'A tenant key can be sent as `Authorization: Bearer`.',
    'guard:auth.tenant-key-routes':
      'The tenant key gives access to `/guardrails/*`, `/v1/shield/*`, `/v1/tenant/*`, `/v1/agents/*`, `/v1/data-policies/*` and the gateway routes.',
    'guard:auth.admin-key':
      'The admin key is sent in `X-Admin-Key` and gives access to `/v1/admin/*` and `/v1/shield/config`.',
    'guard:auth.public': '`/health` and `/ping` need no key.',
  }),
  section('1 §5 rule 1', {
    'guard:auth.tenant-from-key': 'The key determines the tenant; the request never does.',
    'guard:auth.own-configuration': 'A key reads and writes only the configuration of its own tenant.',
  }),
  section('1 §5 rule 2', {
    'guard:auth.scope-runtime': 'A key of scope runtime may call guard endpoints.',
    'guard:auth.scope-admin': 'A key of scope admin may also change configuration.',
  }),
  section('1 §5 rule 3', {
    'guard:auth.enforced-when-enabled': 'Tenant keys are required only when `SHIELD_AUTH_ENABLED` is `true`.',
    'guard:auth.off-by-default': 'Authentication is off by default.',
  }),
  section('1 §5 rule 4', {
    'guard:auth.setting-admin-key': '`SHIELD_ADMIN_KEY` sets the admin secret.',
    'guard:auth.setting-cache': 'A deployment setting names the cache store.',
    'guard:auth.setting-config-file': 'A deployment setting names the configuration file.',
  }),
  section('1 §5 rule 5', {
    'guard:auth.agent-header': '`X-Agent-Key`, or `X-Agent-ID`, names the calling agent.',
    'guard:auth.agent-header-required': 'Agentic and tool endpoints require it.',
    'guard:auth.role-header': "`X-User-Role` is the caller's role.",
    'guard:auth.role-body-wins': 'A `user_role` in the body takes precedence over the header.',
    'guard:auth.role-as-given': 'The role is enforced as sent and is not authenticated.',
  }),
  section('1 §5 rule 6', {
    'guard:auth.admin-actor': 'Admin actions are audited with actor `admin:<id>`.',
    'guard:auth.tenant-actor': 'Policy changes by a tenant are audited with actor `tenant:<id>`.',
  }),
  section('1 §7', {
    'guard:errors.200-verdict': 'Any verdict, a block included, returns 200.',
    'guard:errors.401-body': 'A missing or unknown key returns 401 with `{error, detail}`.',
    'guard:errors.401-missing': '`missing_tenant_key` means that no key was sent.',
    'guard:errors.401-invalid': '`invalid_tenant_key` means that the key identifies no tenant.',
    'guard:errors.403-gateway': 'A blocked input or output on the gateway returns 403 with the name of the guard.',
    'guard:errors.403-capability': 'A denied capability request returns 403 with error `authz_denied`.',
    'guard:errors.422-validation': 'An invalid request returns 422 with a validation-error object.',
    'guard:errors.429-tool-rate': 'An exceeded tool-call rate limit returns 429.',
  }),
  section('1 §8', {
    'guard:limits.capability-lifetime':
      'A capability token is valid for at most 60 seconds, and its nonce is valid once.',
    'guard:limits.stream-fast': 'The fast stream check runs every 160 characters.',
    'guard:limits.stream-slow': 'The medium and slow stream check runs every 800 characters.',
    'guard:limits.role-rate': 'A role has a rate limit `<n>/min`.',
    'guard:limits.role-tokens': 'A role has an integer `max_tokens_per_request`.',
    'guard:limits.tool-window': 'The tool-call rate limit is a sliding window per tenant, agent and tool.',
  }),
  section('1 §9', {
    'guard:versions.description': 'The interface description has version 0.1.0.',
    'guard:versions.prefix': 'Most routes are prefixed `/v1`.',
    'guard:versions.unprefixed': '`/guardrails/*` and `/gateway/{route}/mcp` have no prefix.',
  }),
]
