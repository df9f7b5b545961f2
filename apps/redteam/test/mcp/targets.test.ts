import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { allowedTargets } from '../../src/mcp/targets.ts'

const isAllowed = (address: string, ...named: string[]): boolean => {
  try {
    allowedTargets(named).check(address)
    return true
  } catch (thrown) {
    if (thrown instanceof Failure) return false
    throw thrown
  }
}

describe('targets of an assistant', () => {
  test.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.9.9.9:1/a',
    'http://[::1]:8080',
    'http://0x7f.1:99',
  ])('is this machine: %s', (address) => expect(isAllowed(address)).toBe(true))

  test.each([
    'http://localhost.example.com',
    'http://evil.localhost',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@example.com',
    'http://0.0.0.0',
    'http://[::ffff:10.0.0.1]',
    'http://[::]',
    'http://10.0.0.1',
    'https://example.com#localhost',
    'not an address',
    '',
  ])('exclude %s', (address) => expect(isAllowed(address)).toBe(false))

  test('include an allowed host with its allowed port', () => {
    expect(isAllowed('https://staging.example.org', 'staging.example.org')).toBe(true)
    expect(isAllowed('https://STAGING.example.org:8443/a', 'staging.example.org:8443')).toBe(true)
    expect(isAllowed('https://staging.example.org', 'staging.example.org:443')).toBe(true)
    expect(isAllowed('https://staging.example.org', 'staging.example.org:8443')).toBe(false)
    expect(isAllowed('https://a.staging.example.org', 'staging.example.org')).toBe(false)
    expect(isAllowed('http://127.0.0.1:3000', 'staging.example.org')).toBe(true)
  })

  test('include an allowed loopback port in any notation', () => {
    for (const name of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      expect(isAllowed('http://localhost:3000', name)).toBe(true)
      expect(isAllowed('http://127.0.0.1:3000', name)).toBe(true)
      expect(isAllowed('http://127.0.0.1:2375', name)).toBe(false)
      expect(isAllowed('http://localhost', name)).toBe(false)
    }
    expect(isAllowed('http://localhost:2375', 'localhost')).toBe(true)
  })
})
