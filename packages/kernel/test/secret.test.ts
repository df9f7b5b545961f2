import { format, inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Secret } from '../src/index.ts'

describe('Secret', () => {
  const secret = new Secret('made-up-value')

  test.each([
    ['JSON', JSON.stringify({ key: secret })],
    ['inspection', inspect({ key: secret }, { showHidden: true, depth: 9 })],
    ['a log format', format('%s %o %j', secret, secret, secret)],
    ['a text', String(secret)],
    // oxlint-disable-next-line typescript/restrict-template-expressions -- what the lint forbids is what must be safe
    ['a template string', `${secret}`],
    ['its entries', JSON.stringify([Object.entries(secret), structuredClone(Object.assign({}, secret))])],
  ])('%s does not show the value', (_title, text) => {
    expect(text).not.toContain('made-up')
  })

  test('reveal returns the value, and matches compares it', () => {
    expect(secret.reveal()).toBe('made-up-value')
    expect([secret.matches('made-up-value'), secret.matches('made-up-valuf'), secret.matches('')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
