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
  wholeNumber,
} from './schemas.ts'
import { STREAM_STEP_CHARS } from './stream-step.ts'
import { UNKNOWN_FIELDS } from './unknown-fields.ts'

const PORT_FORM = 'port number; 0 takes a free one'
const FLAG_FORM = 'true or false'
/** More than one service works off in a day. */
const ACTIVE_SCANS_MAX = 100_000
/** A petabyte. */
const STORED_MB_MAX = 1_000_000_000

/**
 * Every deployment setting. The reference page, the reader, the printer and the types follow from this table, so a
 * new setting is one new row.
 */
export const SETTINGS = {
  configFile: setting({
    name: 'GATEHOUSE_CONFIG',
    path: undefined,
    schema: line,
    form: 'path',
    absent: 'no file is read',
    description:
      'The YAML file that holds settings and the server defaults of the guards. Relative to the working folder.',
  }),
  dataDir: setting({
    name: 'GATEHOUSE_DATA_DIR',
    path: 'data_dir',
    schema: line,
    default: '.gatehouse',
    form: 'path',
    description:
      'The folder of the embedded database, uploaded files and the key file. Relative to the working folder.',
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    path: 'database.url',
    schema: secretAddress('postgres://user:password@host:5432/gatehouse', 'postgres', 'postgresql'),
    masking: 'address',
    form: 'postgres address',
    absent: 'PostgreSQL runs embedded, in the data folder',
    description: 'A PostgreSQL server to use in place of the embedded one.',
  }),
  cacheUrl: setting({
    name: 'CACHE_URL',
    path: 'cache.url',
    schema: secretAddress('redis://:password@host:6379/0', 'redis', 'rediss', 'unix'),
    masking: 'address',
    form: 'redis, rediss or unix address',
    absent: 'shared state is kept in memory, which suits one process',
    description: 'A Redis server for what several processes share: rate windows, nonces, conversation state.',
  }),
  masterKey: setting({
    name: 'GATEHOUSE_MASTER_KEY',
    path: 'master_key',
    schema: masterKeys,
    masking: 'whole',
    form: '32 random bytes in hex or Base64; several keys separated by commas, newest first',
    absent: 'a key file that only the owner can read is made in the data folder',
    description:
      'The key under which stored secrets are encrypted. The same on every instance; keep a copy. To rotate, put a new key before the old one: the newest encrypts, all decrypt.',
  }),
  ...AUDIT_SETTINGS,
  vaultTtlDays: setting({
    name: 'GATEHOUSE_VAULT_TTL_DAYS',
    path: 'guard.vault_ttl_days',
    schema: days,
    default: '30',
    form: 'number of days',
    description:
      'How long a personal value that was replaced by a token can be revealed, from the last time that it was replaced.',
  }),
  host: setting({
    name: 'GATEHOUSE_HOST',
    path: 'host',
    schema: host,
    default: '127.0.0.1',
    form: 'host name or address',
    description: 'Where the services listen. Any address but a loopback one needs authentication.',
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
    description: 'Port of the application security service.',
  }),
  redteamPort: setting({
    name: 'REDTEAM_PORT',
    path: 'redteam.port',
    schema: port,
    default: '4200',
    form: PORT_FORM,
    description: 'Port of the red team service.',
  }),
  ...CONSOLE_SETTINGS,
  authEnabled: setting({
    name: 'SHIELD_AUTH_ENABLED',
    path: 'guard.auth_enabled',
    schema: flag,
    default: 'false',
    form: FLAG_FORM,
    description: 'Whether the guard service demands a tenant key. Off: every call acts for the tenant `default`.',
  }),
  adminKey: setting({
    name: 'SHIELD_ADMIN_KEY',
    path: 'guard.admin_key',
    schema: secret(1),
    masking: 'whole',
    form: 'visible ASCII characters',
    absent: 'a key is made at the first start and shown once',
    description: 'The key of the admin routes of the guard service. Demanded with authentication off too.',
  }),
  allowUnauthenticated: setting({
    name: 'GATEHOUSE_ALLOW_UNAUTHENTICATED',
    path: 'allow_unauthenticated',
    schema: flag,
    default: 'false',
    form: FLAG_FORM,
    description: 'Permits an address other than loopback while authentication is off, for networks guarded otherwise.',
  }),
  ...REDTEAM_SETTINGS,
  ...NETWORK_SETTINGS,
  mainBranchScanType: setting({
    name: 'MAIN_BRANCH_SCAN_TYPE',
    path: 'appsec.main_branch_scan_type',
    schema: oneOf('SAST_ONLY', 'FULL'),
    default: 'SAST_ONLY',
    form: 'SAST_ONLY or FULL',
    description: 'The scan that a push to the main branch starts.',
  }),
  activeScansMax: setting({
    name: 'APPSEC_ACTIVE_SCANS_MAX',
    path: 'appsec.active_scans_max',
    schema: wholeNumber(ACTIVE_SCANS_MAX),
    default: '100',
    form: 'number of scans',
    description: 'Scans of one organization that may wait, run or be paused at once. One more is refused with 429.',
  }),
  storedMbMax: setting({
    name: 'APPSEC_STORED_MB_MAX',
    path: 'appsec.stored_mb_max',
    schema: wholeNumber(STORED_MB_MAX),
    default: '20000',
    form: 'number of megabytes',
    description:
      'What uploads and results of one organization may take on disk, roughly counted. Where it is used up, uploads are refused ' +
      'with 413 and other scans with 429, until scans are deleted.',
  }),
  egressAllow: setting({
    name: 'GATEHOUSE_EGRESS_ALLOW',
    path: 'egress.allow',
    schema: egressAllow,
    default: '',
    form: 'list of host names, `*.` names, addresses and CIDRs',
    description: 'Private destinations that outbound calls may reach although the egress policy refuses their ranges.',
  }),
  modelBaseUrl: setting({
    name: 'MODEL_BASE_URL',
    path: 'model.base_url',
    schema: httpAddress,
    form: 'http or https address',
    absent: 'no model is used',
    description: 'An OpenAI-compatible endpoint, up to and with `/v1`. Needs `MODEL_NAME`.',
  }),
  modelApiKey: setting({
    name: 'MODEL_API_KEY',
    path: 'model.api_key',
    schema: secret(1),
    masking: 'whole',
    form: 'visible ASCII characters',
    absent: 'the endpoint is called without a key',
    description: 'The key for that endpoint.',
  }),
  modelName: setting({
    name: 'MODEL_NAME',
    path: 'model.name',
    schema: line,
    form: 'name',
    absent: 'no model is used',
    description: 'The model to ask for there. Needs `MODEL_BASE_URL`.',
  }),
  modelPrice: setting(MODEL_PRICE),
  gatewayModels: setting({
    name: 'GATEWAY_MODELS',
    path: 'gateway.models',
    schema: modelPatterns,
    default: 'all',
    form: '`all`, or a list of model names, each exact or with a `*` at its end',
    description:
      'What tenants without model upstreams of their own may ask of `MODEL_BASE_URL` through the gateway. `MODEL_NAME` is ' +
      'always among them.',
  }),
  gatewayUnknownFields: setting(UNKNOWN_FIELDS),
  gatewayStreamStep_chars: setting(STREAM_STEP_CHARS),
  mcpCommands: setting({
    name: 'GATEHOUSE_MCP_COMMANDS',
    path: 'mcp.commands',
    schema: commands,
    default: '',
    form:
      'list of absolute paths and bare names, apart by commas, each alone or with the arguments that it must begin with; bare ' +
      'names are looked up in `PATH` at the start',
    description:
      'Commands that routes of the MCP gateway may run as tool servers. Empty: none. They run with the rights of the account of ' +
      'the service, and whoever configures a route chooses their arguments: an interpreter or a package runner such as ' +
      '`node` or `npx` alone lets every tenant run any code. Name programs that do one thing, or with their first arguments: ' +
      '`node /opt/mcp/server.mjs`.',
  }),
  oidcIssuer: setting({
    name: 'OIDC_ISSUER',
    path: 'oidc.issuer',
    schema: httpAddress,
    form: 'http or https address',
    absent: 'nobody signs in by OpenID Connect',
    description: 'The OpenID Connect provider. Needs `OIDC_CLIENT_ID`.',
  }),
  oidcClientId: setting({
    name: 'OIDC_CLIENT_ID',
    path: 'oidc.client_id',
    schema: line,
    form: 'name',
    absent: 'nobody signs in by OpenID Connect',
    description: 'This installation, as the provider knows it. Needs `OIDC_ISSUER`.',
  }),
  oidcClientSecret: setting({
    name: 'OIDC_CLIENT_SECRET',
    path: 'oidc.client_secret',
    schema: secret(1),
    masking: 'whole',
    form: 'visible ASCII characters',
    absent: 'the provider is spoken to as a public client, with PKCE alone',
    description: 'The secret that goes with the client id.',
  }),
  sigstoreFulcioUrl: setting({
    name: 'SIGSTORE_FULCIO_URL',
    path: 'sigstore.fulcio_url',
    schema: httpAddress,
    form: 'http or https address',
    absent: 'artifacts are signed with a stored key of the organization',
    description:
      'Who certifies the keys of scans, for signatures without a stored key. Needs `SIGSTORE_REKOR_URL` and `SIGSTORE_ID_TOKEN_FILE`. ' +
      'Addresses in private networks must stand in `GATEHOUSE_EGRESS_ALLOW`.',
  }),
  sigstoreRekorUrl: setting({
    name: 'SIGSTORE_REKOR_URL',
    path: 'sigstore.rekor_url',
    schema: httpAddress,
    form: 'http or https address',
    absent: 'artifacts are signed with a stored key of the organization',
    description: 'The log in which such signatures are written down. Needs `SIGSTORE_FULCIO_URL`.',
  }),
  sigstoreTokenFile: setting({
    name: 'SIGSTORE_ID_TOKEN_FILE',
    path: 'sigstore.id_token_file',
    schema: line,
    form: 'path',
    absent: 'artifacts are signed with a stored key of the organization',
    description:
      'A file with the OpenID Connect token by which Fulcio knows this service. It is read for every scan, so that whoever made it can ' +
      'renew it. Needs `SIGSTORE_FULCIO_URL`.',
  }),
}
