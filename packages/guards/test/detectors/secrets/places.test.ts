import { expect, test } from 'vitest'
import { findSecrets } from '../../../src/detectors/secrets/find.ts'
import { type Picture, SECRET_FORMATS, type SecretFormat } from '@gatehouse/formats/credentials'
import { draw, randomFrom } from './draw.ts'

const marked = SECRET_FORMATS.filter(({ names }) => names.length === 0)
const named = SECRET_FORMATS.filter(({ names }) => names.length > 0)

/** Returns the formats whose made-up value is not found in the text from `place`. */
function missedIn(formats: readonly SecretFormat[], place: (value: string, name: string) => string): string[] {
  return formats
    .filter((format) => {
      const value = draw(format.pictures[0] as Picture, randomFrom(format.id.length * 31))
      const text = place(value, format.names[0] ?? '')
      const start = text.indexOf(value)
      return !findSecrets(text).some((found) => found.start <= start && found.end >= start + value.length)
    })
    .map(({ id }) => id)
}

test.each<[string, (value: string) => string]>([
  ['alone', (value) => value],
  ['at the end of a sentence', (value) => `I pasted ${value}. What now?`],
  ['in a list', (value) => `the keys ${value}, and more; see (${value})`],
  ['in Markdown', (value) => `use \`${value}\` or **${value}**`],
  ['in a shell', (value) => `export X=${value}\nrun`],
  ['in JSON', (value) => JSON.stringify({ x: value, y: 1 })],
  ['in JSON inside JSON', (value) => JSON.stringify(JSON.stringify({ x: value }))],
  ['in a query', (value) => `https://a.b/c?x=${value}&y=2`],
  ['in angle brackets', (value) => `<${value}>`],
])('a value with a mark is found %s', (_where, place) => {
  expect(missedIn(marked, place)).toEqual([])
})

test.each<[string, (value: string, name: string) => string]>([
  ['in an environment file', (value, name) => `${name.toUpperCase()}_KEY=${value}`],
  ['in JSON', (value, name) => JSON.stringify({ [`${name}Key`]: value })],
  ['in YAML', (value, name) => `  ${name}-token: ${value}\n  b: c`],
  ['in code', (value, name) => `${name}_secret = '${value}'; const ${name}: string = "${value}"`],
  ['in a call', (value, name) => `set("${name}.key", "${value}")`],
  ['in XML', (value, name) => `<add key="${name}Key" value="${value}"/>`],
  ['in a sentence', (value, name) => `my ${name} key is ${value}.`],
  ['in a question', (value, name) => `why does the ${name} token ${value} not work?`],
  ['in a query', (value, name) => `https://a.b/c?${name}_key=${value}&y=2`],
  ['on a command line', (value, name) => `run --${name}-token ${value} --now`],
  ['in a list of Kubernetes', (value, name) => `- name: ${name.toUpperCase()}_KEY\n  value: "${value}"`],
])('a value without a marker is found after its name %s', (_where, place) => {
  expect(missedIn(named, place)).toEqual([])
})

test('without its name, a value without a mark is left alone', () => {
  const found = named.filter((format) => {
    const value = draw(format.pictures[0] as Picture, randomFrom(format.id.length))
    return findSecrets(`revision ${value} was built`).some(({ kind }) => kind === format.id)
  })
  expect(found).toEqual([])
})
