import { describe, expect, test } from 'vitest'
import { withoutValues } from '@gatehouse/scan-engine'
import { KINDS, randomFrom } from './corpus/draw.ts'
import { scanOne } from './scan.ts'

describe('masking values by their names', () => {
  test.each([
    'keys.map(function (k) { return k.id })',
    'keys.map(element => element.id)',
    'keys.forEach((element) => use(element))',
    'const token: string = await tokens.create(request, response)',
    'password: String,',
    'keys: Record<string, number>',
    'const key = request.query.key',
    'const key = request?.query?.key',
    'token = getToken(request)',
    'password = params[:password]',
    'authorize(request, response)',
    'tokens.filter(Boolean)',
    'author = authors.find(author => author.id === id)',
    'const token = process.env.TOKEN',
  ])('leaves code unchanged: %s', (code) => {
    expect(withoutValues(code)).toBe(code)
  })

  test.each([
    ['password = "hunter22" // hunter of 22', 'password = "****" // hunter of 22'],
    ['PASSWORD=hunter22 npm start', 'PASSWORD=**** npm start'],
    ['password: correcthorse', 'password: ****'],
    ['setPassword("swordfish")', 'setPassword("****")'],
    ['setPin(key, 12345678)', 'setPin(key, ****)'],
    ['{ :password => "swordfish", user: "me" }', '{ :password => "****", user: "me" }'],
    ['password: correct.horse', 'password: ****'],
    ['PASSWORD=correct.horse', 'PASSWORD=****'],
    ['PASSWORD=correct(horse', 'PASSWORD=****'],
    ['token: ab12.cd34.ef56', 'token: ****'],
    ['login({ apiKey: "a.b.c.d.e" }, request)', 'login({ apiKey: "****" }, request)'],
    ['secret = require', 'secret = require'],
    ['secret = requirement1', 'secret = ****'],
  ])('masks the value alone: %s', (code, shown) => {
    expect(withoutValues(code)).toBe(shown)
  })

  test('runs in linear time', () => {
    const text = `key = ${'a.'.repeat(200_000)}-`
    expect(withoutValues(text)).toBe('key = ****')
  })
})

test('a snippet masks every occurrence of the secret and nothing else', async () => {
  const token = KINDS['github']!(randomFrom(1))
  const line = `const all = keys.map(function (k) { return k === "${token}" || k.startsWith("${token.slice(0, 3)}") || k === "${token}" })`
  const [found] = await scanOne('src/a.ts', line)
  const shown = found?.snippet ?? ''
  expect(shown).toContain('keys.map(function (k) { return k === "ghp_****"')
  expect(shown).toContain(`k.startsWith("${token.slice(0, 3)}")`)
  expect(shown).not.toContain(token.slice(4, 12))
})
