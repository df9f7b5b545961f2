import { section } from '../../statement.ts'

/** What holds for all services. Decisions, section 0, and its first lines. */
export const common = [
  section('0 §0 preamble', {
    'all:dialects.accepted': 'Every dialect that the decisions list is accepted.',
    'all:dialects.superset': 'Responses contain a superset of the fields that any dialect expects.',
  }),
  section('0 §0 processes', {
    'all:processes.up': 'One process can run all three services (`up`).',
    'all:processes.alone': 'Each service can run alone.',
    'all:processes.ports': 'Default ports are 4000 (guard), 4100 (appsec), 4200 (red team) and 4300 (console).',
    'all:processes.ports-configurable': 'All ports can be configured.',
  }),
  section('0 §0 settings', {
    'all:settings.sources': 'Settings come from the environment or from the YAML file that `GATEHOUSE_CONFIG` names.',
    'all:settings.environment-wins': 'The environment takes precedence over the file.',
    'all:settings.print': '`gatehouse config print` shows the effective set with secrets masked.',
    'all:settings.data-dir': '`GATEHOUSE_DATA_DIR` names the data folder.',
    'all:settings.database-url':
      '`DATABASE_URL` names the database; without it PostgreSQL runs embedded in the data folder.',
    'all:settings.cache-url': '`CACHE_URL` names the cache; without it state is in memory.',
    'all:settings.master-key': '`GATEHOUSE_MASTER_KEY` is a setting.',
    'all:settings.host-and-ports':
      '`GATEHOUSE_HOST`, `GUARD_PORT`, `APPSEC_PORT`, `REDTEAM_PORT` and `CONSOLE_PORT` are settings.',
    'all:settings.shield': '`SHIELD_AUTH_ENABLED` and `SHIELD_ADMIN_KEY` are settings.',
    'all:settings.redteam-auth': '`REDTEAM_AUTH` is a setting.',
    'all:settings.main-branch-scan-type': '`MAIN_BRANCH_SCAN_TYPE` is a setting.',
    'all:settings.egress-allow': '`GATEHOUSE_EGRESS_ALLOW` accepts hosts and CIDRs.',
    'all:settings.model': '`MODEL_BASE_URL`, `MODEL_API_KEY` and `MODEL_NAME` are settings.',
    'all:settings.unknown-refused': 'An unknown setting stops startup with one line that names it.',
    'all:settings.malformed-refused': 'A malformed setting stops startup with one line that names it.',
  }),
  section('0 §0 bind', {
    'all:bind.loopback': 'The default bind is loopback.',
    'all:bind.other-refused':
      'Binding another address with authentication off is refused at start with one clear line.',
    'all:bind.other-permitted': '`GATEHOUSE_ALLOW_UNAUTHENTICATED=true` permits it.',
  }),
  section('0 §0 platform endpoints', {
    'all:platform.health': 'Every service serves GET `/health` (liveness) without authentication.',
    'all:platform.ready': 'Every service serves GET `/ready` with the state of the database, cache, queue and model.',
    'all:platform.metrics': 'Every service serves GET `/metrics` in Prometheus text form.',
    'all:platform.openapi': 'Every service serves GET `/openapi.json` in version 3.1.',
    'all:platform.openapi-same-schemas': 'The description is generated from the schemas that validate.',
    'all:platform.docs': 'Every service serves the rendered description at GET `/docs`.',
  }),
  section('0 §0 request ids', {
    'all:request-id.accepted': '`X-Request-Id` of at most 128 safe characters is accepted and echoed.',
    'all:request-id.made': 'If a request has no id, one is created and echoed.',
    'all:request-id.logged': 'The request id is logged.',
    'all:request-id.audited': 'The request id is in the audit record.',
    'all:request-id.traceparent': 'A W3C `traceparent` is honoured.',
  }),
  section('0 §0 errors', {
    'all:errors.body': 'An error body is `{error: "snake_case_code", detail: "sentence", ...}`.',
    'all:errors.400-malformed-json': 'Malformed JSON returns 400.',
    'all:errors.401': 'An unauthenticated request returns 401.',
    'all:errors.403': 'A request without permission returns 403.',
    'all:errors.404': 'An unknown path or resource returns 404 `not_found`.',
    'all:errors.405': 'A method that a path does not support returns 405 with `Allow`.',
    'all:errors.409': 'A conflict returns 409 `conflict`.',
    'all:errors.413': 'A body over the limit returns 413.',
    'all:errors.415': 'An unsupported media type returns 415.',
    'all:errors.429': 'Too many requests return 429 with `Retry-After`.',
    'all:errors.503': 'An unavailable service or dependency returns 503 with `Retry-After`.',
    'all:errors.guard-422': 'A schema violation on guard returns 422 `{detail: [{loc, msg, type}]}`.',
    'all:errors.guard-422-loc':
      '`loc` is the path of the value, starting with the part of the request, e.g. `["body", "message"]`.',
    'all:errors.others-400':
      'A schema violation on appsec and red team returns 400 `{error, detail, details: [{path, message}]}`.',
    'all:errors.nothing-leaks': 'No body contains a stack trace, a query or a secret.',
  }),
  section('0 §0 bodies', {
    'all:bodies.unknown-fields-ignored': 'Unknown extra fields of a request are ignored.',
    'all:bodies.unknown-fields-not-stored': 'Unknown extra fields are never stored blindly.',
    'all:bodies.refused-while-streaming': 'A body over the limit is refused while it streams.',
    'all:bodies.guard-json': 'The guard service accepts JSON up to 2 MiB.',
    'all:bodies.chat': 'The chat gateway accepts bodies up to 20 MiB.',
    'all:bodies.file': 'A file check accepts bodies up to 10 MiB.',
    'all:bodies.scan-upload': 'A scan upload accepts up to 512 MiB and is streamed to disk.',
    'all:bodies.redteam': 'The red-team service accepts bodies up to 1 MiB.',
  }),
  section('0 §0 times and ids', {
    'all:times.iso': 'Times are ISO 8601 in UTC with milliseconds.',
    'all:ids.uuidv7': 'Ids are UUIDv7 strings unless another format is given.',
  }),
  section('0 §0 secrets', {
    'all:secrets.aes-gcm': 'Secrets at rest are encrypted with AES-256-GCM.',
    'all:secrets.master-key': 'The encryption key comes from `GATEHOUSE_MASTER_KEY`.',
    'all:secrets.key-file':
      'Without this setting, the first start creates the key in a file with mode 0600 in the data folder.',
    'all:secrets.key-id': 'The ciphertext names its key, so keys can be rotated.',
    'all:secrets.api-keys-hashed': 'Only the SHA-256 of an API key is stored.',
    'all:secrets.api-keys-lookup': 'API keys are looked up by a hash index and compared in constant time.',
    'all:secrets.revocation': 'Revoking a key takes effect on the next request on every instance.',
  }),
  section('0 §0 egress', {
    'all:egress.one-policy':
      'Calls to addresses that a user supplied (upstreams, webhooks, git and svn, models, targets, registries) pass one egress policy.',
    'all:egress.schemes': 'The policy has an allowlist of schemes.',
    'all:egress.pinned': 'The policy resolves a name once and pins the address.',
    'all:egress.ranges-refused': 'Private, loopback, link-local and metadata ranges are refused.',
    'all:egress.allowlist': 'Ranges and hosts in `GATEHOUSE_EGRESS_ALLOW` are allowed.',
    'all:egress.redirects': 'Redirects are checked again.',
    'all:egress.bounded': 'Outbound calls are bounded in size and time.',
    'all:egress.local-mode': 'With a loopback bind and authentication off, loopback destinations are allowed.',
  }),
  section('0 §0 audit', {
    'all:audit.durable-before-answer': 'An audit record is durable before the response is sent.',
    'all:audit.chained': 'Audit records are chained by hash per tenant or organization.',
    'all:audit.verify-command': 'A command verifies a chain.',
    'all:audit.verify-endpoint': 'An endpoint verifies a chain.',
  }),
]
