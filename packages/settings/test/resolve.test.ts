import { Failure, Secret } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { isLocalMode, isLoopbackHost, resolveSettings, type SettingsSource } from '../src/index.ts'
import { SETTINGS } from '../src/table.ts'

function thrownBy(source: SettingsSource): unknown {
  try {
    resolveSettings(source)
    return undefined
  } catch (thrown) {
    return thrown
  }
}

/** The sentence with which a source is refused. */
function refusalOf(source: SettingsSource): string {
  const thrown = thrownBy(source)
  if (!(thrown instanceof Failure) || thrown.code !== 'invalid_setting') throw new Error('was not refused')
  return thrown.message
}

describe('sources of values', () => {
  proves(
    [
      'all:processes.ports',
      'all:bind.loopback',
      'guard:auth.off-by-default',
      'all:settings.data-dir',
      'all:settings.redteam-auth',
      'all:settings.main-branch-scan-type',
    ],
    'without any source the documented defaults apply',
    () => {
      const settings = resolveSettings({ env: {} })
      expect(settings).toMatchObject({
        dataDir: '.gatehouse',
        databaseUrl: undefined,
        cacheUrl: undefined,
        host: '127.0.0.1',
        guardPort: 4000,
        appsecPort: 4100,
        redteamPort: 4200,
        consolePort: 4300,
        authEnabled: false,
        redteamAuth: 'none',
        mainBranchScanType: 'SAST_ONLY',
        egressAllow: { hosts: [], cidrs: [] },
        guardrails: {},
      })
      expect(new Set(Object.values(settings.origins))).toEqual(new Set(['default']))
    },
  )

  proves(
    [
      'all:settings.environment-wins',
      'all:settings.sources',
      'all:settings.host-and-ports',
      'all:processes.ports-configurable',
    ],
    'the environment wins over the file, and the file over the default',
    () => {
      const settings = resolveSettings({
        env: { GUARD_PORT: '5000' },
        yamlText: 'guard:\n  port: 6000\nappsec:\n  port: 6100\n',
      })
      expect([settings.guardPort, settings.appsecPort, settings.redteamPort]).toEqual([5000, 6100, 4200])
      expect(settings.origins).toMatchObject({ guardPort: 'env', appsecPort: 'file', redteamPort: 'default' })
    },
  )

  test('a blank variable counts as not set, and blanks around a value are dropped', () => {
    const settings = resolveSettings({ env: { GUARD_PORT: ' ', MODEL_API_KEY: '', APPSEC_PORT: ' 4101\n' } })
    expect([settings.guardPort, settings.modelApiKey, settings.appsecPort]).toEqual([4000, undefined, 4101])
  })

  proves(['all:settings.sources', 'all:settings.shield'], 'a file may use the environment names', () => {
    expect(resolveSettings({ env: {}, yamlText: 'GUARD_PORT: 4001\nSHIELD_AUTH_ENABLED: true' })).toMatchObject({
      guardPort: 4001,
      authEnabled: true,
    })
  })

  proves(
    ['all:settings.sources', 'guard:auth.setting-config-file'],
    'every setting of the table can be set by its path in the file',
    () => {
      for (const row of Object.values(SETTINGS)) {
        if (row.path === undefined || row.default === undefined || row.default === '') continue
        const key = Object.entries(SETTINGS).find(([, other]) => other === row)![0]
        const [group, inner] = row.path.split('.')
        const yamlText = inner === undefined ? `${group}: ${row.default}` : `${group}: {${inner}: ${row.default}}`
        expect(resolveSettings({ env: {}, yamlText }).origins).toMatchObject({ [key]: 'file' })
      }
    },
  )

  test('guard defaults are passed through unchanged', () => {
    const yamlText = 'guardrails:\n  input_guardrails:\n    length_limit: {max_chars: 10}\n  output_guardrails: {}\n'
    expect(resolveSettings({ env: {}, yamlText }).guardrails).toEqual({
      input_guardrails: { length_limit: { max_chars: 10 } },
      output_guardrails: {},
    })
  })

  test('reads which commands tool servers may be', () => {
    const read = (text: string) => resolveSettings({ env: { GATEHOUSE_MCP_COMMANDS: text } }).mcpCommands
    expect(resolveSettings({ env: {} }).mcpCommands).toEqual([])
    expect(read('/opt/tools/search, github-mcp')).toEqual(['/opt/tools/search', 'github-mcp'])
    expect(resolveSettings({ env: {}, yamlText: 'mcp:\n  commands: [uvx, /bin/tool]' }).mcpCommands).toEqual([
      'uvx',
      '/bin/tool',
    ])
    expect(read('node  /opt/mcp/server.mjs, npx -y @scope/tool@1.2.3,uvx')).toEqual([
      'node /opt/mcp/server.mjs',
      'npx -y @scope/tool@1.2.3',
      'uvx',
    ])
    for (const text of [
      './tool',
      'npx $(id)',
      'sh -c "id"',
      '/opt/../bin/sh',
      'a/b',
      '$(id)',
      Array(102).fill('a').join(','),
    ]) {
      expect(() => read(text)).toThrow(/must contain/)
    }
  })

  test('models that tenants may call are all, or a list of names and patterns', () => {
    const models = (text: string) => resolveSettings({ env: { GATEWAY_MODELS: text } }).gatewayModels
    expect(resolveSettings({ env: {} }).gatewayModels).toEqual(['*'])
    expect(models('ALL')).toEqual(['*'])
    expect(models('gpt-*, o3  org/model')).toEqual(['gpt-*', 'o3', 'org/model'])
    expect(resolveSettings({ env: {}, yamlText: 'gateway:\n  models: [gpt-*, o3]' }).gatewayModels).toEqual([
      'gpt-*',
      'o3',
    ])
    for (const text of ['a*b', 'x'.repeat(257), 'm '.repeat(201)]) expect(() => models(text)).toThrow('GATEWAY_MODELS')
  })

  proves('all:settings.egress-allow', 'a list of destinations is read from text and from a YAML list alike', () => {
    const expected = { hosts: ['git.corp', '*.svc.local'], cidrs: ['10.0.0.0/8', '192.168.1.7/32', 'fd00::1/128'] }
    const text = 'git.corp, *.SVC.local 10.0.0.0/8,192.168.1.7 [fd00::1]'
    expect(resolveSettings({ env: { GATEHOUSE_EGRESS_ALLOW: text } }).egressAllow).toMatchObject({
      hosts: expected.hosts,
      cidrs: ['10.0.0.0/8', '192.168.1.7/32', 'fd00:0:0:0:0:0:0:1/128'],
    })
    const yamlText = 'egress:\n  allow:\n    - git.corp\n    - 10.0.0.0/8\n'
    expect(resolveSettings({ env: {}, yamlText }).egressAllow).toEqual({ hosts: ['git.corp'], cidrs: ['10.0.0.0/8'] })
  })

  proves(
    ['guard:auth.setting-admin-key', 'all:settings.shield'],
    'secrets and addresses with passwords are wrapped',
    () => {
      const settings = resolveSettings({
        env: { SHIELD_ADMIN_KEY: 'made-up-admin-key', DATABASE_URL: 'postgres://u:made-up@db/gatehouse' },
      })
      expect(settings.adminKey).toBeInstanceOf(Secret)
      expect(JSON.stringify(settings)).not.toContain('made-up')
      expect(settings.adminKey?.reveal()).toBe('made-up-admin-key')
      expect(settings.databaseUrl?.reveal()).toBe('postgres://u:made-up@db/gatehouse')
    },
  )
})

proves.group(
  ['all:settings.unknown-refused', 'all:settings.malformed-refused'],
  'rejects invalid settings in one line that names the setting',
  () => {
    test.each([
      [{ GUARD_PROT: '1' }, 'unknown setting GUARD_PROT in the environment; did you mean GUARD_PORT?'],
      [{ SHIELD_AUTH: 'true' }, 'unknown setting SHIELD_AUTH in the environment'],
      [{ GATEHOUSE_MASTERKEY: 'x' }, 'did you mean GATEHOUSE_MASTER_KEY?'],
      [{ MODEL_NAM: 'x' }, 'did you mean MODEL_NAME?'],
      [{ GUARD_PORT: 'abc' }, 'GUARD_PORT must be a port number from 0 to 65535, not "abc" (from the environment)'],
      [{ GUARD_PORT: '65536' }, 'GUARD_PORT must be'],
      [{ GUARD_PORT: '4e3' }, 'GUARD_PORT must be'],
      [{ GUARD_PORT: 'tcp://10.0.0.7:4000' }, 'enableServiceLinks'],
      [{ SHIELD_AUTH_ENABLED: 'ture' }, 'SHIELD_AUTH_ENABLED must be true or false'],
      [{ REDTEAM_AUTH: 'API_KEY' }, 'REDTEAM_AUTH must be one of none, api_key, oidc'],
      [{ MAIN_BRANCH_SCAN_TYPE: 'ALL' }, 'MAIN_BRANCH_SCAN_TYPE must be one of SAST_ONLY, FULL'],
      [{ DATABASE_URL: 'mysql://u:p4ss@db/x' }, 'DATABASE_URL must be a URL such as postgres://'],
      [{ CACHE_URL: 'localhost:6379' }, 'CACHE_URL must be a URL such as redis://'],
      [{ GATEHOUSE_HOST: '300.1.1.1' }, 'GATEHOUSE_HOST must be a host name or an IP address'],
      [{ GATEHOUSE_HOST: 'a b' }, 'GATEHOUSE_HOST must be'],
      [{ GATEHOUSE_MASTER_KEY: 'short' }, 'GATEHOUSE_MASTER_KEY must be 32 random bytes in hex or Base64'],
      [{ GATEHOUSE_MASTER_KEY: '***' }, 'GATEHOUSE_MASTER_KEY is masked'],
      [{ GATEHOUSE_VAULT_TTL_DAYS: '0' }, 'GATEHOUSE_VAULT_TTL_DAYS must be a number of days from 1 to 36500'],
      [{ SHIELD_ADMIN_KEY: '***' }, 'SHIELD_ADMIN_KEY is masked'],
      [{ DATABASE_URL: 'postgres://u:***@db/x' }, 'DATABASE_URL is masked'],
      [{ GATEHOUSE_EGRESS_ALLOW: '10.0.0.0/33' }, 'GATEHOUSE_EGRESS_ALLOW "10.0.0.0/33" is not a host name'],
      [{ GATEHOUSE_EGRESS_ALLOW: '0x7f.1' }, 'is not a host name, address or CIDR'],
      [{ MODEL_BASE_URL: 'https://u:p@host/v1', MODEL_NAME: 'm' }, 'must not contain a user name or password'],
      [{ MODEL_BASE_URL: 'file:///etc/passwd', MODEL_NAME: 'm' }, 'MODEL_BASE_URL must be a URL'],
    ])('%o', (env, sentence) => {
      expect(refusalOf({ env })).toContain(sentence)
    })

    test.each([
      ['gurad:\n  port: 1', 'conf.yaml: unknown key "gurad"'],
      ['guard:\n  prot: 1', 'conf.yaml: unknown key "guard.prot"; did you mean guard.port?'],
      ['guard: 4000', 'conf.yaml: guard must be a mapping'],
      ['guard: {port: {a: 1}}', 'conf.yaml: guard.port must be a single value'],
      ['guard: {port: 1}\nGUARD_PORT: 2', 'conf.yaml: GUARD_PORT is set twice'],
      ['guardrails: {input_gaurdrails: {}}', 'did you mean input_guardrails?'],
      ['guardrails: []', 'conf.yaml: guardrails must be a mapping'],
      ['guardrials: {}', 'did you mean guardrails?'],
      ['a: [', 'invalid YAML in conf.yaml'],
      ['a: 1\na: 2', 'invalid YAML in conf.yaml: Map keys must be unique'],
      ['- a', 'conf.yaml must be a mapping of settings'],
      ['GATEHOUSE_CONFIG: other.yaml', 'unknown key "GATEHOUSE_CONFIG"'],
      ['constructor: 1', 'unknown key "constructor"'],
      ['__proto__: {port: 1}', 'unknown key "__proto__"'],
      ['guard: {port: x}', 'GUARD_PORT must be a port number from 0 to 65535, not "x" (from conf.yaml)'],
      [`# ${'x'.repeat(1024 * 1024)}`, 'conf.yaml is larger than 1048576 bytes'],
      [`a: &a [${'1,'.repeat(200)}]\nb: [${'*a,'.repeat(200)}]`, 'expands too many aliases'],
    ])('%.40s', (yamlText, sentence) => {
      expect(refusalOf({ env: {}, yamlText, yamlPath: 'conf.yaml' })).toContain(sentence)
    })

    test('an error about a secret does not contain it', () => {
      expect(refusalOf({ env: { GATEHOUSE_MASTER_KEY: 'tooshort' } })).not.toContain('tooshort')
      expect(refusalOf({ env: { DATABASE_URL: 'mysql://u:p4ss@db/x' } })).not.toContain('p4ss')
    })

    test('any text causes at most a Failure with a single line', () => {
      const names = Object.values(SETTINGS).map((row) => row.name)
      fc.assert(
        fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary' }), fc.string(), (name, value, yamlText) => {
          const thrown = thrownBy({ env: { [name]: value }, yamlText })
          expect(thrown === undefined || thrown instanceof Failure).toBe(true)
          expect(thrown instanceof Failure ? thrown.message : '').not.toMatch(/[\r\u0000-\u001f]/)
        }),
      )
    })
  },
)

describe('names that belong to others', () => {
  test.each([
    ['a client setting', { GATEHOUSE_URL: 'http://localhost:4000', GATEHOUSE_API_KEY: 'k', GATEHOUSE_FAIL_ON: 'HIGH' }],
    ['a Kubernetes service link', { GUARD_SERVICE_HOST: '10.0.0.1', GUARD_PORT_4000_TCP_ADDR: '10.0.0.1' }],
    ['a link to a service with our prefix', { GATEHOUSE_GUARD_PORT: 'tcp://10.0.0.1:4000' }],
    ['a shared prefix, far from any setting', { MODEL_CACHE_FOLDER: '/tmp', CONSOLE_LOG_LEVEL: 'debug' }],
  ])('%s is left alone', (_title, env) => {
    expect(resolveSettings({ env }).guardPort).toBe(4000)
  })
})

proves.group(['all:bind.other-refused', 'all:bind.other-permitted'], 'settings that belong together', () => {
  const key = 'made-up-admin-key'
  test.each([
    ['a public address without authentication', { GATEHOUSE_HOST: '0.0.0.0' }, 'authentication is disabled'],
    ['the IPv6 wildcard without authentication', { GATEHOUSE_HOST: '[::]' }, 'GATEHOUSE_ALLOW_UNAUTHENTICATED'],
    [
      'a name that starts like a loopback address',
      { GATEHOUSE_HOST: '127.0.0.1.example.com' },
      'authentication is disabled',
    ],
    [
      'a short admin key that a network reaches',
      { GATEHOUSE_HOST: '::', SHIELD_AUTH_ENABLED: 'true', SHIELD_ADMIN_KEY: 'admin' },
      '12 characters',
    ],
    ['one port for two services', { CONSOLE_PORT: '4000' }, 'GUARD_PORT and CONSOLE_PORT are both 4000'],
    ['an endpoint without a model', { MODEL_BASE_URL: 'http://localhost:11434/v1' }, 'MODEL_NAME is not'],
    ['a model without an endpoint', { MODEL_NAME: 'm' }, 'MODEL_BASE_URL is not'],
    ['a key without an endpoint', { MODEL_API_KEY: 'k' }, 'MODEL_BASE_URL is not'],
    ['OpenID Connect without a provider', { REDTEAM_AUTH: 'oidc' }, 'OIDC_ISSUER'],
  ])('%s is refused', (_title, env, sentence) => {
    expect(refusalOf({ env })).toContain(sentence)
  })

  test.each([
    ['with authentication', { GATEHOUSE_HOST: '0.0.0.0', SHIELD_AUTH_ENABLED: 'true', SHIELD_ADMIN_KEY: key }],
    ['with the risk accepted', { GATEHOUSE_HOST: '0.0.0.0', GATEHOUSE_ALLOW_UNAUTHENTICATED: 'true' }],
  ])('a non-loopback address is accepted %s', (_title, env) => {
    const settings = resolveSettings({ env })
    expect([settings.host, isLocalMode(settings)]).toEqual(['0.0.0.0', false])
  })

  test('port 0 may be used repeatedly', () => {
    expect(resolveSettings({ env: { GUARD_PORT: '0', APPSEC_PORT: '0' } }).appsecPort).toBe(0)
  })

  test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost', 'LOCALHOST'])(
    '%s is local mode without authentication',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true)
      expect(isLocalMode({ host, authEnabled: false })).toBe(true)
      expect(isLocalMode({ host, authEnabled: true })).toBe(false)
    },
  )
})
