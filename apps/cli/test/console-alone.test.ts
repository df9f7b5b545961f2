import { runGatehouse, type TemporaryDatabase, temporaryDatabase, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = temporaryFolder()
let database: TemporaryDatabase
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  database = await temporaryDatabase()
  env = {
    DATABASE_URL: database.url,
    GATEHOUSE_DATA_DIR: folder.path,
    GUARD_PORT: '0',
    APPSEC_PORT: '0',
    REDTEAM_PORT: '0',
    CONSOLE_PORT: '0',
  }
})

afterAll(async () => {
  await database.drop()
  folder.remove()
})

test('the console runs apart from the services, finds them by its settings, and stops in order', async () => {
  const services = runGatehouse(['up'], { env: { ...env, CONSOLE_ENABLED: 'false' } })
  await services.printed(/Stop with Ctrl-C/)
  expect(services.stdout()).not.toMatch(/^ {2}console /m)
  const urls = Object.fromEntries(
    [...services.stdout().matchAll(/^ {2}(\w+) +(http:\S+) +API docs: /gm)].map(([, name, url]) => [name!, url!]),
  )

  const alone = runGatehouse(['console'], {
    env: {
      ...env,
      CONSOLE_GUARD_URL: urls['guard']!,
      CONSOLE_APPSEC_URL: urls['appsec']!,
      CONSOLE_REDTEAM_URL: urls['redteam']!,
    },
  })
  const [, url] = await alone.printed(/console +(http:\S+)/)
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok', service: 'console' })
  // Ready or still being built, but never anything else.
  expect([200, 503]).toContain((await fetch(`${url}/ready`)).status)
  for (const name of ['guard', 'appsec', 'redteam']) {
    const answer = await fetch(`${url}/api/${name}/health`, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(await answer.json()).toMatchObject({ service: name })
  }

  const port = new URL(url!).port
  const healthy = runGatehouse(['health', 'console'], { env: { ...env, CONSOLE_PORT: port } })
  expect(await healthy.ended()).toBe(0)
  expect(healthy.stdout()).toBe('console ok\n')

  alone.child.kill('SIGTERM')
  expect(await alone.ended()).toBe(0)
  const gatehouseRun = runGatehouse(['health', 'console'], { env: { ...env, CONSOLE_PORT: port } })
  expect(await gatehouseRun.ended()).toBe(1)
  expect(gatehouseRun.stdout()).toBe('console does not respond\n')
  services.child.kill('SIGTERM')
  expect(await services.ended()).toBe(0)
})

test.each([
  [
    'a network, in front of a red team without keys',
    { GATEHOUSE_HOST: '0.0.0.0', SHIELD_AUTH_ENABLED: 'true' },
    /REDTEAM_AUTH/,
  ],
  ['a service behind a path', { CONSOLE_GUARD_URL: 'http://guard:4000/v1' }, /CONSOLE_GUARD_URL/],
  ['a service by another protocol', { CONSOLE_APPSEC_URL: 'ftp://appsec' }, /CONSOLE_APPSEC_URL/],
])('the console refuses %s', async (_title, wrong, names) => {
  const run = runGatehouse(['console'], { env: { ...env, ...wrong } })
  expect(await run.ended()).toBe(2)
  expect(run.stderr()).toMatch(names)
})

test('an unknown service name is rejected', async () => {
  const run = runGatehouse(['health', 'guards'], { env })
  expect(await run.ended()).toBe(2)
  expect(run.stderr()).toContain('guard, appsec, redteam, console')
})
