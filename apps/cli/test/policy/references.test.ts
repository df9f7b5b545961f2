import { Failure } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escaped, orphans, resolved, settled } from '../../src/policy/references.ts'

test('a reference is a variable of the environment, within a text and more than once', () => {
  const value = { headers: { A: 'Bearer ${TOKEN}', B: '${TOKEN}${OTHER}' }, args: ['$${TOKEN}', '$TOKEN', '{TOKEN}'] }
  expect(resolved(value, { TOKEN: 'a', OTHER: 'b' })).toEqual({
    headers: { A: 'Bearer a', B: 'ab' },
    args: ['${TOKEN}', '$TOKEN', '{TOKEN}'],
  })
})

test('variables that are not set are named all at once, and no value is', () => {
  expect(() => resolved(['${ONE}', '${TWO}', '${THREE}'], { TWO: 'made-up' })).toThrow(
    new Failure('invalid_request', 'The file references environment variables that are not set: ONE, THREE.'),
  )
})

test('the key of the command itself goes nowhere', () => {
  expect(() => resolved('Bearer ${GATEHOUSE_API_KEY}', { GATEHOUSE_API_KEY: 'made-up' })).toThrow(/may not refer/)
})

test.each([
  ['${KEY}', '***', '***'],
  ['Bearer ${KEY}', '***', '***'],
  ['--token=${KEY}', '--token=***', '--token=***'],
  ['https://a.example/${KEY}/mcp?key=${KEY}', 'https://a.example/***/mcp?key=***', 'https://a.example/***/mcp?key=***'],
  // A reference to another location, and a value that is not a reference, are changes.
  ['https://b.example/${KEY}/mcp', 'https://a.example/***/mcp', 'https://b.example/${KEY}/mcp'],
  ['--token=${KEY} -v', '--token=***', '--token=***'],
  ['--other=${KEY}', '--token=***', '--other=${KEY}'],
  ['value', '***', 'value'],
  ['${KEY}', undefined, '${KEY}'],
  ['$${KEY}', '${KEY}', '${KEY}'],
])('%j beside %j is %j', (local, remote, same) => {
  expect(settled({ a: [local] }, { a: [remote] })).toEqual({ a: [same] })
})

test('stars that stand for nothing are named', () => {
  const remote = { a: { headers: { X: '***' }, args: ['--token=***'] } }
  expect(orphans(remote, remote, 'routes')).toEqual([])
  const local = { a: { headers: { X: '***', Y: '***' }, args: ['--key=***'] }, b: { url: 'https://x/?k=***' } }
  expect(orphans(local, remote, 'routes')).toEqual(['routes.a.headers.Y', 'routes.a.args.0', 'routes.b.url'])
})

test('whatever is written is read as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('$', '{', '}', 'A', '${', '$${', '${A}')).map((all) => all.join('')),
      (text) => {
        expect(resolved(escaped(text), { A: 'no' })).toBe(text)
        expect(settled(escaped(text), undefined)).toBe(text)
      },
    ),
  )
})
