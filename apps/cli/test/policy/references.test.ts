import { Failure } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escaped, orphans, resolved, settled } from '../../src/policy/references.ts'

test('references to environment variables are resolved within text, also repeatedly', () => {
  const value = { headers: { A: 'Bearer ${TOKEN}', B: '${TOKEN}${OTHER}' }, args: ['$${TOKEN}', '$TOKEN', '{TOKEN}'] }
  expect(resolved(value, { TOKEN: 'a', OTHER: 'b' })).toEqual({
    headers: { A: 'Bearer a', B: 'ab' },
    args: ['${TOKEN}', '$TOKEN', '{TOKEN}'],
  })
})

test('all unset variables are named in a single error without values', () => {
  expect(() => resolved(['${ONE}', '${TWO}', '${THREE}'], { TWO: 'made-up' })).toThrow(
    new Failure('invalid_request', 'The file references environment variables that are not set: ONE, THREE.'),
  )
})

test('the API key of the command cannot be referenced', () => {
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
])('local %j and remote %j resolve to %j', (local, remote, same) => {
  expect(settled({ a: [local] }, { a: [remote] })).toEqual({ a: [same] })
})

test('masks without a stored value are reported', () => {
  const remote = { a: { headers: { X: '***' }, args: ['--token=***'] } }
  expect(orphans(remote, remote, 'routes')).toEqual([])
  const local = { a: { headers: { X: '***', Y: '***' }, args: ['--key=***'] }, b: { url: 'https://x/?k=***' } }
  expect(orphans(local, remote, 'routes')).toEqual(['routes.a.headers.Y', 'routes.a.args.0', 'routes.b.url'])
})

test('escaped text is restored exactly', () => {
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
