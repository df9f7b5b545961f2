import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { proves } from '../../../../spec/proves.ts'
import { readTemplate } from '../../src/targets/template.ts'

const values = { message: 'Hi', history: [], sessionId: 's-1', uuid: 'u-1', variables: {} }
const none: ReadonlySet<string> = new Set()

describe('a template of a body', () => {
  proves(['redteam:target.slots', 'redteam:request.body-template'], 'has slots for all that changes', () => {
    const template =
      '{"q": "{{message}}", "past": {{history}}, "s": "{{ session_id }}", "u": "{{uuid}}", "k": "a-{{var:key}}"}'
    const { render } = readTemplate(template, new Set(['key']))
    const history = [{ role: 'user', content: 'Before "this"' }] as const
    expect(JSON.parse(render({ ...values, history, variables: { key: 'v"1' } }))).toEqual({
      q: 'Hi',
      past: history,
      s: 's-1',
      u: 'u-1',
      k: 'a-v"1',
    })
  })

  proves(
    ['redteam:target.slots-escaped'],
    'holds every message whole, and nothing of it is anything but a text',
    () => {
      const { render } = readTemplate('{"a": {"q": "say: {{message}}!"}, "b": {{message}}}', none)
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (message) => {
          expect(JSON.parse(render({ ...values, message }))).toEqual({ a: { q: `say: ${message}!` }, b: message })
        }),
      )
      const message = '", "admin": true, "x": "{{uuid}}'
      expect(JSON.parse(render({ ...values, message }))).toEqual({ a: { q: `say: ${message}!` }, b: message })
    },
  )

  test('an error for an unknown bare name shows the variable syntax', () => {
    expect(() => readTemplate('{"q": "{{message}}", "t": "{{token}}"}', new Set(['token']))).toThrow(
      'Set and extracted values are written {{var:token}}',
    )
  })

  proves(['redteam:target.template-400'], 'without {{message}} or with an unknown slot is refused', () => {
    expect(() => readTemplate('{"q": "hello"}', none)).toThrow('no {{message}}')
    expect(() => readTemplate('{"q": "{{message}}", "x": "{{password}}"}', none)).toThrow('unknown slot {{password}}')
    expect(() => readTemplate('{"q": "{{message}}", "x": "{{var:key}}"}', none)).toThrow(
      '{{var:key}}, which is nowhere set',
    )
    expect(() => readTemplate('{"q": {{message}}', none)).toThrow('not valid JSON')
  })

  test('recognizes placeholders within quotes, including escaped quotes', () => {
    const { render } = readTemplate(String.raw`{"a\"b": "c\\", "q": "\"{{message}}\"", "n": {{message}}}`, none)
    expect(JSON.parse(render({ ...values, message: '"' }))).toEqual({ 'a"b': 'c\\', q: '"""', n: '"' })
  })

  test('is read in linear time', () => {
    const effort_ms = startEffort()
    expect(() => readTemplate('{{ '.repeat(30_000), none)).toThrow('no {{message}}')
    expect(effort_ms()).toBeLessThan(1_500)
  })
})
