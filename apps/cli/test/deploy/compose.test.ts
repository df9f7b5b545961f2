import { cpSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { resolveSettings, settingsReference } from '@gatehouse/settings'
import { type Desk, hasPrograms, makeDesk } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const FOLDER = join(import.meta.dirname, '../../../../deploy/compose')

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly user?: string
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly mem_limit: string
  readonly pids_limit: number
  readonly restart: string
  readonly stop_grace_period?: string
  readonly pull_policy?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly secrets: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck: { readonly test?: readonly string[]; readonly disable?: boolean }
}

const compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}
const SERVICES = Object.entries(compose.services)
const OURS = SERVICES.filter(([, { image }]) => image.startsWith('gatehouse:'))

/** Keys of a service in the Compose specification, as far as used here. The engine rejects misspelled keys. */
const KNOWN = new Set(
  'image build pull_policy command user read_only cap_drop security_opt logging restart secrets tmpfs networks environment ports volumes depends_on healthcheck mem_limit cpus pids_limit shm_size stop_grace_period stop_signal'.split(
    ' ',
  ),
)

describe.each(SERVICES)('the service %s', (name, service) => {
  test('has no right that it does not need, and bounds', () => {
    expect(Object.keys(service).filter((key) => !KNOWN.has(key))).toEqual([])
    expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.pids_limit).toBeGreaterThan(0)
    // The Dockerfile sets the account of our image.
    expect(service.pull_policy === 'build' ? '10001:10001' : service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  test('listens on loopback only and contains no secret', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/)
    const secret = Object.entries(service.environment ?? {}).filter(([key]) =>
      /KEY|PASSWORD|SECRET|TOKEN|_URL$/.test(key),
    )
    for (const [, value] of secret) expect(value).toMatch(/^\/run\/secrets\/|^http:\/\/[a-z]+:\d+$/)
  })

  test('waits for its dependencies and mounts existing files', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = compose.services[other]
      expect([name, other, needed !== undefined]).toEqual([name, other, true])
      // One-shot services must complete; others must report ready by their health check.
      const wanted = needed?.restart === 'no' ? 'service_completed_successfully' : 'service_healthy'
      expect(condition).toBe(wanted)
    }
    for (const network of service.networks) expect(compose.networks).toHaveProperty(network)
    for (const secret of service.secrets) expect(Object.keys(compose.secrets)).toContain(secret)
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(':')[0]!)
    expect(service.healthcheck.test === undefined).toBe(service.restart === 'no')
  })
})

test('the database and the cache are reachable only on the internal network', () => {
  expect(compose.networks['inside']).toEqual({ internal: true })
  for (const name of ['postgres', 'redis']) {
    expect([compose.services[name]?.networks, compose.services[name]?.ports]).toEqual([['inside'], undefined])
  }
})

test('Gatehouse services are built locally and run existing commands on their configured ports', () => {
  const settings = resolveSettings({ env: {} })
  const ports = {
    guard: settings.guardPort,
    appsec: settings.appsecPort,
    redteam: settings.redteamPort,
    console: settings.consolePort,
  }
  for (const [name, { command, ports: open, healthcheck, build, pull_policy }] of OURS) {
    expect([pull_policy, build]).toEqual(['build', { context: '../..', dockerfile: 'deploy/Dockerfile' }])
    if (name === 'migrations') continue
    expect([command, open]).toEqual([[name], [`127.0.0.1:${ports[name as 'guard']}:${ports[name as 'guard']}`]])
    expect(healthcheck.test).toEqual(['CMD', 'gatehouse', 'health', name])
  }
  expect(OURS.map(([name]) => name)).toEqual(['migrations', ...Object.keys(ports)])
})

describe.skipIf(!hasPrograms('sh', 'openssl'))('the secrets', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = makeDesk()
    cpSync(join(FOLDER, 'make-secrets.sh'), join(desk.path, 'make-secrets.sh'))
    await desk.sh('sh make-secrets.sh')
  })
  afterAll(() => desk.remove())

  const create = (name: string): string => readFileSync(join(desk.path, 'secrets', name), 'utf8')

  test('cover every secret in the compose file, in a folder with mode 0700', () => {
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`)
      expect(create(name).length).toBeGreaterThan(40)
    }
    expect(statSync(join(desk.path, 'secrets')).mode & 0o777).toBe(0o700)
  })

  test('are valid and consistent settings', () => {
    const [, { environment = {} }] = OURS.find(([name]) => name === 'console')!
    for (const name of Object.keys(environment))
      expect(settingsReference()).toContain(`
## ${name}
`)
    const settings = resolveSettings({
      env: { ...environment, GATEHOUSE_HOST: '0.0.0.0' },
      yamlText: create('gatehouse.yaml'),
    })
    expect(settings.databaseUrl?.reveal()).toBe(
      `postgresql://gatehouse:${create('postgres_password')}@postgres:5432/gatehouse`,
    )
    const [, password] = /^requirepass (\w{48})$/m.exec(create('redis.conf')) ?? []
    expect(settings.cacheUrl?.reveal()).toBe(`redis://:${password}@redis:6379/0`)
    expect(create('redis.conf')).toMatch(/^maxmemory-policy noeviction$/m)
    expect(settings.masterKey).toBeDefined()
    expect(settings.adminKey?.reveal().length).toBeGreaterThan(40)
  })

  test('differ between machines and are never overwritten', async () => {
    const before = create('gatehouse.yaml')
    const shellOutcome = await desk.sh('sh make-secrets.sh')
    expect([shellOutcome.code, create('gatehouse.yaml')]).toEqual([1, before])
    expect(shellOutcome.err).toContain('is there already')
    expect(await desk.sh('mv secrets old && sh make-secrets.sh')).toMatchObject({ code: 0 })
    expect(create('gatehouse.yaml')).not.toBe(before)
  })

  test.skipIf(!hasPrograms('redis-server', 'redis-cli'))('require the password for Redis access', async () => {
    const { code, out } = await desk.sh(`
      sed "s#^dir .*#dir $PWD#" secrets/redis.conf >here.conf
      redis-server "$PWD/here.conf" --port 0 --unixsocket "$PWD/s" --daemonize yes >/dev/null
      for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do redis-cli -s s ping >/dev/null 2>&1 && break; sleep 0.2; done
      redis-cli -s s ping | grep -E '^(PONG|NOAUTH)'
      REDISCLI_AUTH=$(sed -n 's/^requirepass //p' secrets/redis.conf) redis-cli -s s config get maxmemory-policy
      REDISCLI_AUTH=$(sed -n 's/^requirepass //p' secrets/redis.conf) redis-cli -s s shutdown nosave`)
    expect([code, out]).toEqual([0, expect.stringMatching(/^NOAUTH[^\n]*\nmaxmemory-policy\nnoeviction\n/)])
  })
})
