import { MODEL_PRICE } from './model-price.ts'
import { setting } from './define.ts'
import { AUDIT_SETTINGS } from './audit.ts'
import { CONSOLE_SETTINGS } from './console.ts'
import { NETWORK_SETTINGS } from './network.ts'
import { REDTEAM_SETTINGS } from './redteam.ts'
import {
  commands,
  days,
  egressAllow,
  flag,
  host,
  httpAddress,
  line,
  masterKeys,
  modelPatterns,
  oneOf,
  port,
  secret,
  secretAddress,
  positiveInteger,
} from './schemas.ts'
import { STREAM_STEP_CHARS } from './stream-step.ts'
import { UNKNOWN_FIELDS } from './unknown-fields.ts'

const PORT_FORM = 'port number; 0 chooses a free port'
const FLAG_FORM = 'true or false'
/** More than one service completes in a day. */
const ACTIVE_SCANS_MAX = 100_000
/** A petabyte. */
const STORED_MB_MAX = 1_000_000_000

/**
 * All deployment settings. The reference page, the reader, the printer and the types derive from this table, so that a new setting is one
 * new row.
 */
export const SETTINGS = {
  configFile: setting({
    name: 'GATEHOUSE_CONFIG',
    path: undefined,
    schema: line,
    form: 'path',
    absent: 'no file is read',
    description: 'YAML file with settings and the server defaults of the guards. Relative to the working directory.',
  }),
  dataDir: setting({
    name: 'GATEHOUSE_DATA_DIR',
    path: 'data_dir',
    schema: line,
    default: '.gatehouse',
    form: 'path',
    description:
      'Folder for the embedded database, uploaded files and the key file. Relative to the working directory.',
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    path: 'database.url',
    schema: secretAddress('postgres://user:password@host:5432/gatehouse', 'postgres', 'postgresql'),
    masking: 'address',
    form: 'PostgreSQL URL',
    absent: 'embedded PostgreSQL in the data folder',
    description: 'PostgreSQL server to use instead of the embedded one.',
  }),
  cacheUrl: setting({
    name: 'CACHE_URL',
    path: 'cache.url',
    schema: secretAddress('redis://:password@host:6379/0', 'redis', 'rediss', 'unix'),
    masking: 'address',
    form: 'redis, rediss or unix URL',
    absent: 'shared state is kept in memory, which suits a single process',
    description: 'Redis server for state shared by several processes: rate limits, nonces, conversation state.',
  }),
  masterKey: setting({
    name: 'GATEHOUSE_MASTER_KEY',
    path: 'master_key',
    schema: masterKeys,
    masking: 'whole',
    form: '32 random bytes in hex or Base64; several keys separated by commas, newest first',
    absent: 'a key file, readable only by its owner, is created in the data folder',
    description:
      'Master key that encrypts stored secrets. Must be the same on all instances; keep a copy. To rotate it, prepend ' +
      'a new key: the newest key encrypts, all keys decrypt.',
  }),
  ...AUDIT_SETTINGS,
  vaultTtlDays: setting({
    name: 'GATEHOUSE_VAULT_TTL_DAYS',
    path: 'guard.vault_ttl_days',
    schema: days,
    default: '30',
    form: 'number of days',
    description: 'How long a pseudonymized personal value can be revealed after its last replacement.',
  }),
  host: setting({
    name: 'GATEHOUSE_HOST',
    path: 'host',
    schema: host,
    default: '127.0.0.1',
    form: 'host name or IP address',
    description: 'Bind address of the services. Non-loopback addresses require authentication.',
  }),
  guardPort: setting({
    name: 'GUARD_PORT',
    path: 'guard.port',
    schema: port,
    default: '4000',
    form: PORT_FORM,
    description: 'Port of the guard service.',
  }),
  appsecPort: setting({
    name: 'APPSEC_PORT',
    path: 'appsec.port',
    schema: port,
    default: '4100',
    form: PORT_FORM,
    description: 'Port of the application-security service.',
  }),
  redteamPort: setting({
    name: 'REDTEAM_PORT',
    path: 'redteam.port',
    schema: port,
    default: '4200',
    form: PORT_FORM,
    description: 'Port of the red-team service.',
  }),
  ...CONSOLE_SETTINGS,
  authEnabled: setting({
    name: 'SHIELD_AUTH_ENABLED',
    path: 'guard.auth_enabled',
    schema: flag,
    default: 'false',
    form: FLAG_FORM,
    description: 'Whether the guard service requires a tenant key. If disabled, all calls use the tenant `default`.',
  }),
  adminKey: setting({
    name: 'SHIELD_ADMIN_KEY',
    path: 'guard.admin_key',
    schema: secret(1),
    masking: 'whole',
    form: 'visible ASCII characters',
    absent: 'a key is created at the first start and shown once',
    description: 'Admin key of the guard service. Also required when authentication is disabled.',
  }),
  allowUnauthenticated: setting({
    name: 'GATEHOUSE_ALLOW_UNAUTHENTICATED',
    path: 'allow_unauthenticated',
    schema: flag,
    default: 'false',
    form: FLAG_FORM,
    description: 'Allows a non-loopback bind without authentication, for networks protected by other means.',
  }),
  ...REDTEAM_SETTINGS,
  ...NETWORK_SETTINGS,
  mainBranchScanType: setting({
    name: 'MAIN_BRANCH_SCAN_TYPE',
    path: 'appsec.main_branch_scan_type',
    schema: oneOf('SAST_ONLY', 'FULL'),
    default: 'SAST_ONLY',
    form: 'SAST_ONLY or FULL',
    description: 'Type of the scan triggered by a push to the default branch.',
  }),
  activeScansMax: setting({
    name: 'APPSEC_ACTIVE_SCANS_MAX',
    path: 'appsec.active_scans_max',
    schema: positiveInteger(ACTIVE_SCANS_MAX),
    default: '100',
    form: 'number of scans',
    description:
      'Maximum number of queued, running and paused scans per organization. Further scans are rejected with 429.',
  }),
  storedMbMax: setting({
    name: 'APPSEC_STORED_MB_MAX',
    path: 'appsec.stored_mb_max',
    schema: positiveInteger(STORED_MB_MAX),
    default: '20000',
    form: 'number of megabytes',
    description:
      'Approximate disk space for uploads and results per organization. When it is used up, uploads are rejected with ' +
      '413 and other scans with 429 until scans are deleted.',
  }),
  egressAllow: setting({
    name: 'GATEHOUSE_EGRESS_ALLOW',
    path: 'egress.allow',
    schema: egressAllow,
    default: '',
    form: 'list of host names, wildcards (`*.example.com`), IP addresses and CIDR ranges',
    description: 'Private destinations that outbound calls may reach despite the egress policy.',
  }),
  modelBaseUrl: setting({
    name: 'MODEL_BASE_URL',
    path: 'model.base_url',
    schema: httpAddress,
    form: 'HTTP(S) URL',
    absent: 'no model is used',
    description: 'OpenAI-compatible endpoint, including `/v1`. Requires `MODEL_NAME`.',
  }),
  modelApiKey: setting({
    name: 'MODEL_API_KEY',
    path: 'model.api_key',
    schema: secret(1),
    masking: 'whole',
    form: 'visible ASCII characters',
    absent: 'the endpoint is called without a key',
    description: 'API key of the endpoint.',
  }),
  modelName: setting({
    name: 'MODEL_NAME',
    path: 'model.name',
    schema: line,
    form: 'model name',
    absent: 'no model is used',
    description: 'Model name to request from the endpoint. Requires `MODEL_BASE_URL`.',
  }),
  modelPrice: setting(MODEL_PRICE),
  gatewayModels: setting({
    name: 'GATEWAY_MODELS',
    path: 'gateway.models',
    schema: modelPatterns,
    default: 'all',
    form: '`all`, or a list of model names, optionally with a trailing `*`',
    description:
      'Models that tenants without their own model upstreams may use at `MODEL_BASE_URL` through the gateway. ' +
      '`MODEL_NAME` is always included.',
  }),
  gatewayUnknownFields: setting(UNKNOWN_FIELDS),
  gatewayStreamStep_chars: setting(STREAM_STEP_CHARS),
  mcpCommands: setting({
    name: 'GATEHOUSE_MCP_COMMANDS',
    path: 'mcp.commands',
    schema: commands,
    default: '',
    form:
      'comma-separated absolute paths and bare names, each optionally with required leading arguments; bare names are ' +
      'resolved in `PATH` at startup',
    description:
      'Commands that MCP gateway routes may run as tool servers. Empty: none. Commands run with the privileges of the ' +
      'service account, and route administrators choose the arguments. An interpreter or package runner such as `node` ' +
      'or `npx` alone therefore lets every tenant run arbitrary code. Allow single-purpose programs, or include the ' +
      'leading arguments: `node /opt/mcp/server.mjs`.',
  }),
  oidcIssuer: setting({
    name: 'OIDC_ISSUER',
    path: 'oidc.issuer',
    schema: httpAddress,
    form: 'HTTP(S) URL',
    absent: 'OpenID Connect sign-in is disabled',
    description: 'OpenID Connect issuer URL. Requires `OIDC_CLIENT_ID`.',
  }),
  oidcClientId: setting({
    name: 'OIDC_CLIENT_ID',
    path: 'oidc.client_id',
    schema: line,
    form: 'client ID',
    absent: 'OpenID Connect sign-in is disabled',
    description: 'OpenID Connect client ID of this installation. Requires `OIDC_ISSUER`.',
  }),
  oidcClientSecret: setting({
    name: 'OIDC_CLIENT_SECRET',
    path: 'oidc.client_secret',
    schema: secret(1),
    masking: 'whole',
    form: 'visible ASCII characters',
    absent: 'Gatehouse acts as a public client and uses only PKCE',
    description: 'OpenID Connect client secret.',
  }),
  sigstoreFulcioUrl: setting({
    name: 'SIGSTORE_FULCIO_URL',
    path: 'sigstore.fulcio_url',
    schema: httpAddress,
    form: 'HTTP(S) URL',
    absent: 'artifacts are signed with a stored key of the organization',
    description:
      'Fulcio server that certifies ephemeral signing keys of scans. Requires `SIGSTORE_REKOR_URL` and ' +
      '`SIGSTORE_ID_TOKEN_FILE`. Addresses in private networks must be listed in `GATEHOUSE_EGRESS_ALLOW`.',
  }),
  sigstoreRekorUrl: setting({
    name: 'SIGSTORE_REKOR_URL',
    path: 'sigstore.rekor_url',
    schema: httpAddress,
    form: 'HTTP(S) URL',
    absent: 'artifacts are signed with a stored key of the organization',
    description: 'Rekor transparency log for keyless signatures. Requires `SIGSTORE_FULCIO_URL`.',
  }),
  sigstoreTokenFile: setting({
    name: 'SIGSTORE_ID_TOKEN_FILE',
    path: 'sigstore.id_token_file',
    schema: line,
    form: 'path',
    absent: 'artifacts are signed with a stored key of the organization',
    description:
      'File with the OpenID Connect token that identifies this service to Fulcio. Read again for every scan, so that ' +
      'the token can be renewed. Requires `SIGSTORE_FULCIO_URL`.',
  }),
}
