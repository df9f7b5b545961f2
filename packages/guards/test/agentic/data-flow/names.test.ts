import { describe, expect, test } from 'vitest'
import { namesWithin } from '../../../src/agentic/engine/tool-names.ts'
import { world } from './world.ts'

const RECORD = 'Kim Sample, born in March, account balance of nine hundred crowns, with a note on the second page.'
const call = (tool: string) => ({ tool, args: { memo: `As it says: ${RECORD}` } })

test('a tool has its own name behind routes and servers', () => {
  expect(namesWithin('crm/eu__look')).toEqual(['eu__look', 'look'])
  expect(namesWithin('crm/look')).toEqual(['look'])
  expect(namesWithin('look')).toEqual([])
  expect(namesWithin('__look')).toEqual([])
})

describe.each(['', 'shop/', 'shop/eu__'])('settings of a tool for its name as %sname', (before) => {
  const rules = [{ from: 'private', to: 'email', action: 'block' }]
  test.each([
    ['sources', { rules, sources: [{ tool: 'look', sensitivity: 'private' }] }, 'send_mail'],
    [
      'sinks',
      { rules, sources: [{ tool: '*', sensitivity: 'private' }], sinks: [{ tool: 'stamp', sinks: ['email'] }] },
      'stamp',
    ],
    ['rules', { rules: [{ from: 'look', to: 'stamp', action: 'block' }] }, 'stamp'],
  ])('apply if they restrict: %s', async (_field, settings, to) => {
    const { note, check } = world(settings)
    await note(`${before}look`, RECORD)
    expect((await check(call(before + to))).allowed).toBe(false)
  })
})

test('permissions of a tool apply to no other name', async () => {
  const settings = {
    sources: [{ tool: 'customers', sensitivity: 'public' }],
    sinks: [{ tool: 'send_mail', sinks: [] }],
    rules: [
      { from: 'look', to: 'send_mail', action: 'allow' },
      { from: 'private', to: 'email', action: 'block' },
    ],
  }
  const { note, check } = world(settings)
  await note('evil/customers', RECORD)
  expect((await check(call('evil/send_mail'))).allowed).toBe(false)
})
