import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { clear } from '../../src/engine/guard.ts'
import { listGuards } from '../../src/engine/catalog.ts'
import { compilePolicy } from '../../src/engine/compile.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { normaliseEntry, resolveBlock } from '../../src/engine/resolve.ts'
import { fakeGuard, policyOf } from './fake-guards.ts'

const server = {
  builtin: { a: { enabled: true, action: 'block' as const, settings: { x: 1, list: [1, 2] } } },
  configured: {},
}

describe('configuration source', () => {
  test("the tenant's wins and the caller cannot override it", () => {
    const resolved = resolveBlock(server, { b: { action: 'warn' } }, { a: { enabled: false } })
    expect(resolved.source).toBe('tenant')
    expect(resolved.guards.a).toMatchObject({ enabled: true, action: 'block' })
    expect(resolved.guards.b).toMatchObject({ enabled: true, action: 'warn' })
  })

  test("without a tenant configuration the caller's block is merged over the defaults", () => {
    const resolved = resolveBlock(server, undefined, { a: { action: 'warn', settings: { list: [3] } } })
    expect(resolved.source).toBe('request')
    expect(resolved.guards.a).toEqual({ enabled: true, action: 'warn', settings: { x: 1, list: [3] } })
  })

  test('without either, the defaults apply', () => {
    expect(resolveBlock(server, undefined, undefined).source).toBe('server')
    expect(resolveBlock(server, {}, {}).source).toBe('server')
  })

  test("the deployment's file lies between the built-in defaults and both", () => {
    const file = { ...server, configured: { a: { action: 'warn' as const } } }
    expect(resolveBlock(file, undefined, undefined).guards.a).toMatchObject({ action: 'warn', settings: { x: 1 } })
    expect(resolveBlock(file, undefined, { a: { action: 'detect' } }).guards.a).toMatchObject({ action: 'detect' })
  })
})

describe('an entry', () => {
  test('may contain its settings next to enabled', () => {
    expect(normaliseEntry({ enabled: true, action: 'block', blocklist: ['acme'] })).toEqual({
      enabled: true,
      action: 'block',
      settings: { blocklist: ['acme'] },
    })
  })

  test('without an enabled field is enabled', () => {
    expect(normaliseEntry({}).enabled).toBe(true)
  })

  test.each(['keyword-blocklist', 'keyword_blocklist'])('is found as %s', (spelling) => {
    const policy = policyOf([fakeGuard('keyword_blocklist', () => clear)], { [spelling]: {} })
    expect(policy.tiers[0]?.[0]?.guard.name).toBe('keyword_blocklist')
  })
})

describe('rejected configuration', () => {
  const refusal = (block: Parameters<typeof policyOf>[1]) => {
    try {
      policyOf([fakeGuard('a', () => clear)], block)
    } catch (thrown) {
      return thrown as Failure
    }
    throw new Error('nothing was refused')
  }

  test('an unknown guard, with its path and the known names', () => {
    const failure = refusal({ 'no-such': {} })
    expect(failure.code).toBe('invalid_request')
    expect(failure.violations[0]).toMatchObject({ path: ['body', 'input', 'no-such'], type: 'unknown_guard' })
    expect(failure.message).toContain('keyword_blocklist')
  })

  test('an unknown setting and a bad value, each with its path', () => {
    expect(refusal({ a: { settings: { colour: 'red' } } }).message).toMatch(/colour/)
    expect(refusal({ a: { word: 'far too long a word' } }).violations[0]?.path).toEqual([
      'body',
      'input',
      'a',
      'settings',
      'word',
    ])
  })

  proves('guard:models.unavailable-listed', 'a guard that this build lacks is listed with its reason', () => {
    const resolved = resolveBlock({ builtin: { toxicity: {} }, configured: {} }, undefined, undefined)
    const registry = createRegistry([])
    const ports = { windows: { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) } }
    const policy = compilePolicy(resolved, { stage: 'input', mode: 'enforce', registry, ports, path: [] })
    const row = listGuards('input', registry, resolved, policy).find(({ name }) => name === 'toxicity')
    expect(row).toMatchObject({
      enabled: false,
      available: false,
      reason: expect.stringContaining('toxicity') as string,
    })
  })

  proves(
    'guard:models.unavailable-refused',
    'a guard that this build lacks, unless it is switched off or only a default',
    () => {
      expect(refusal({ toxicity: { enabled: true } }).violations[0]?.type).toBe('guard_unavailable')
      expect(() => policyOf([fakeGuard('a', () => clear)], { toxicity: { enabled: false } })).not.toThrow()
      const resolved = resolveBlock({ builtin: { toxicity: {} }, configured: {} }, undefined, undefined)
      const options = { stage: 'input', mode: 'enforce', registry: createRegistry([]), path: [] } as const
      const ports = { windows: { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) } }
      expect(() => compilePolicy(resolved, { ...options, ports })).not.toThrow()
    },
  )
})
