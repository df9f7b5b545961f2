import { section } from '../../statement.ts'

/** What holds for all services. Decisions, section 0, and its first lines. */
export const common = [
  section('0 §0 preamble', {
    'all:dialects.accepted': 'Every dialect that the decisions list is accepted.',
    'all:dialects.superset': 'Answers hold a superset of the fields that any dialect expects.',
  }),
  section('0 §0 processes', {
    'all:processes.up': 'One process can run all three services (`up`).',
    'all:processes.alone': 'Each service can run alone.',
    'all:processes.ports': 'Default ports are 4000 (guard), 4100 (appsec), 4200 (red team) and 4300 (console).',
    'all:processes.ports-configurable': 'All ports can be configured.',
  }),
  section('0 §0 settings', {
    'all:settings.sources': 'Settings come from the environment or from the YAML file that `GATEHOUSE_CONFIG` names.',
    'all:settings.environment-wins': 'The environment wins over the file.',
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
    'all:settings.egress-allow': '`GATEHOUSE_EGRESS_ALLOW` takes hosts and CIDRs.',
    'all:settings.model': '`MODEL_BASE_URL`, `MODEL_API_KEY` and `MODEL_NAME` are settings.',
    'all:settings.unknown-refused': 'An unknown setting stops the start with one line that names it.',
    'all:settings.malformed-refused': 'A malformed setting stops the start with one line that names it.',
  }),
  section('0 §0 bind', {
    'all:bind.loopback': 'The default bind is loopback.',
    'all:bind.other-refused':
      'Binding another address with authentication off is refused at start with one clear line.',
    'all:bind.other-permitted': '`GATEHOUSE_ALLOW_UNAUTHENTICATED=true` permits it.',
  }),
  section('0 §0 platform endpoints', {
    'all:platform.health': 'Every service answers GET `/health` (liveness) without authentication.',
    'all:platform.ready': 'Every service answers GET `/ready` with the state of database, cache, queue and model each.',
    'all:platform.metrics': 'Every service answers GET `/metrics` in Prometheus text form.',
    'all:platform.openapi': 'Every service answers GET `/openapi.json` in version 3.1.',
    'all:platform.openapi-same-schemas': 'The description is generated from the schemas that validate.',
    'all:platform.docs': 'Every service answers GET `/docs`, the description rendered.',
  }),
  section('0 §0 request ids', {
    'all:request-id.accepted': '`X-Request-Id` of at most 128 safe characters is accepted and echoed.',
    'all:request-id.made': 'Where none came, one is made and echoed.',
    'all:request-id.logged': 'The request id is logged.',
    'all:request-id.audited': 'The request id is in the audit record.',
    'all:request-id.traceparent': 'A W3C `traceparent` is honoured.',
  }),
  section('0 §0 errors', {
    'all:errors.body': 'An error body is `{error: "snake_case_code", detail: "sentence", ...}`.',
    'all:errors.400-malformed-json': 'Malformed JSON is a 400.',
    'all:errors.401': 'A caller who is not known is a 401.',
    'all:errors.403': 'A caller who may not is a 403.',
    'all:errors.404': 'What is not there is a 404 `not_found`.',
    'all:errors.405': 'A method that a path does not have is a 405 with `Allow`.',
    'all:errors.409': 'A conflict is a 409 `conflict`.',
    'all:errors.413': 'A body over the limit is a 413.',
    'all:errors.415': 'A media type that is not taken is a 415.',
    'all:errors.429': 'Too many requests are a 429 with `Retry-After`.',
    'all:errors.503': 'What is unavailable is a 503 with `Retry-After`.',
    'all:errors.guard-422': 'A schema violation on guard is a 422 `{detail: [{loc, msg, type}]}`.',
    'all:errors.guard-422-loc': '`loc` names the place from the part of the request on, e.g. `["body", "message"]`.',
    'all:errors.others-400':
      'A schema violation on appsec and red team is a 400 `{error, detail, details: [{path, message}]}`.',
    'all:errors.nothing-leaks': 'No body holds a stack trace, a query or a secret.',
  }),
  section('0 §0 bodies', {
    'all:bodies.unknown-fields-ignored': 'Unknown extra fields of a request are ignored.',
    'all:bodies.unknown-fields-not-stored': 'Unknown extra fields are never stored blindly.',
    'all:bodies.refused-while-streaming': 'A body over the limit is refused while it streams.',
    'all:bodies.guard-json': 'Guard takes JSON up to 2 MiB.',
    'all:bodies.chat': 'The chat gateway takes up to 20 MiB.',
    'all:bodies.file': 'A file check takes up to 10 MiB.',
    'all:bodies.scan-upload': 'A scan upload takes up to 512 MiB and is streamed to disk.',
    'all:bodies.redteam': 'Red team takes up to 1 MiB.',
  }),
  section('0 §0 times and ids', {
    'all:times.iso': 'Times are ISO 8601 in UTC with milliseconds.',
    'all:ids.uuidv7': 'Ids are UUIDv7 strings unless another format is given.',
  }),
  section('0 §0 secrets', {
    'all:secrets.aes-gcm': 'Secrets at rest are encrypted by AES-256-GCM.',
    'all:secrets.master-key': 'The key is made from `GATEHOUSE_MASTER_KEY`.',
    'all:secrets.key-file': 'Without it the key is in a file of mode 0600 in the data folder, made at the first start.',
    'all:secrets.key-id': 'The ciphertext names its key, so that keys rotate.',
    'all:secrets.api-keys-hashed': 'Of an API key only the SHA-256 is stored.',
    'all:secrets.api-keys-lookup': 'API keys are looked up by a hash index and compared in constant time.',
    'all:secrets.revocation': 'Revoking a key takes effect on the next request on every instance.',
  }),
  section('0 §0 egress', {
    'all:egress.one-policy':
      'Calls to addresses that a user supplied (upstreams, webhooks, git and svn, models, targets, registries) pass one egress policy.',
    'all:egress.schemes': 'The policy has an allowlist of schemes.',
    'all:egress.pinned': 'The policy resolves a name once and pins the address.',
    'all:egress.ranges-refused': 'Private, loopback, link-local and metadata ranges are refused.',
    'all:egress.allowlist': 'Ranges and hosts of `GATEHOUSE_EGRESS_ALLOW` are let through.',
    'all:egress.redirects': 'Redirects are checked again.',
    'all:egress.bounded': 'Outbound calls are bounded in size and time.',
    'all:egress.local-mode': 'With a loopback bind and authentication off, loopback destinations are allowed.',
  }),
  section('0 §0 audit', {
    'all:audit.durable-before-answer': 'An audit record is durable before the response leaves.',
    'all:audit.chained': 'Audit records are chained by hash per tenant or organization.',
    'all:audit.verify-command': 'A command verifies a chain.',
    'all:audit.verify-endpoint': 'An endpoint verifies a chain.',
  }),
]
