import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsReference } from '@gatehouse/settings'
import Ajv2020 from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const CHART = join(import.meta.dirname, '../../../../deploy/helm/gatehouse')
const read = (path: string): string => readFileSync(join(CHART, path), 'utf8')

type Values = Readonly<Record<string, unknown>>

const schema = JSON.parse(read('values.schema.json')) as {
  readonly properties: { readonly settings: { readonly propertyNames: { readonly enum: readonly string[] } } }
}
const holds = new Ajv2020.default({ allErrors: true }).compile(schema)
const OWN = parse(read('values.yaml')) as Values
const IMAGE = { image: { repository: 'registry.example/gatehouse' } }

function complaints(values: Values): readonly string[] {
  holds(merged(OWN, values))
  return (holds.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(below: Values, above: Values): Values {
  const over = Object.entries(above).map(([key, value]): [string, unknown] => {
    const own = below[key]
    return [key, isMap(own) && isMap(value) ? merged(own, value) : value]
  })
  return { ...below, ...Object.fromEntries(over) }
}

test('default chart values are valid except for the image repository, which is required', () => {
  expect(complaints({})).toEqual(['/image/repository not'])
  expect(complaints(IMAGE)).toEqual([])
})

test.each(readdirSync(join(CHART, 'ci')))('the values of %s are allowed', (name) => {
  expect(complaints(parse(read(`ci/${name}`)) as Values)).toEqual([])
})

test.each([
  ['a word that nothing reads', { replicas: 3 }],
  ['one of a service', { services: { guard: { replica: 3 } } }],
  ['a service that there is not', { services: { dast: { enabled: true } } }],
  ['a secret among the settings', { settings: { GATEHOUSE_MASTER_KEY: 'a'.repeat(64) } }],
  ['a port that the chart itself sets', { settings: { GUARD_PORT: '80' } }],
  ['a setting that there is not', { settings: { GATEHOUSE_PROT: '1' } }],
  ['a setting that is no text', { settings: { SHIELD_AUTH_ENABLED: true } }],
  ['a tag that moves', { image: { repository: 'r.example/g', tag: 'latest' } }],
  ['a digest that is none', { image: { repository: 'r.example/g', digest: 'sha256:abc' } }],
  ['an ingress without TLS', { ingress: { enabled: true, hosts: { guard: 'a.example' } } }],
  ['an ingress without a host', { ingress: { enabled: true, tlsSecret: 't' } }],
  ['no time to stop in order', { terminationGracePeriodSeconds: 5 }],
  ['another mode', { mode: 'all' }],
  ['no Secret', { existingSecret: '' }],
])('refuses %s', (_title, values) => {
  expect(complaints(merged(IMAGE, values))).not.toEqual([])
})

test('the chart accepts every non-secret setting that it does not set itself', () => {
  const own = [...read('templates/_helpers.tpl').matchAll(/^- name: ([A-Z_]+)$/gm)].map(([, name]) => name!)
  const created = ['GUARD', 'APPSEC', 'REDTEAM', 'CONSOLE'].map((name) => `${name}_PORT`)
  const reported = ['GUARD', 'APPSEC', 'REDTEAM'].map((name) => `CONSOLE_${name}_URL`)
  const claimed = new Set([...own, ...created, ...reported])
  // The chart sets a default, which the settings replace.
  claimed.delete('GATEHOUSE_ALLOWED_HOSTS')
  expect(own).toContain('GATEHOUSE_CONFIG')
  const sections = settingsReference()
    .split(/^## /m)
    .filter((section) => /^[A-Z_]+$/m.test(section.split('\n', 1)[0]!))
  const secret = sections
    .filter((section) => section.includes('Secret: masked'))
    .map((section) => section.split('\n', 1)[0]!)
  expect(secret).toEqual(expect.arrayContaining(['DATABASE_URL', 'GATEHOUSE_MASTER_KEY', 'MODEL_API_KEY']))
  const names = sections.map((section) => section.split('\n', 1)[0]!)
  const expected = names.filter((name) => !secret.includes(name) && !claimed.has(name))
  expect([...schema.properties.settings.propertyNames.enum].toSorted()).toEqual(expected.toSorted())
})
