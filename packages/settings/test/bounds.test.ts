import { expect, test } from 'vitest'
import { resolveSettings } from '../src/index.ts'

test('proxies are trusted by address, never by name, and never all addresses', () => {
  const trusted = (text: string) => resolveSettings({ env: { GATEHOUSE_TRUSTED_PROXIES: text } }).trustedProxies
  expect(resolveSettings({ env: {} }).trustedProxies).toEqual([])
  expect(trusted('10.0.0.0/8, 192.0.2.1')).toEqual(['10.0.0.0/8', '192.0.2.1/32'])
  for (const text of ['proxy.corp', '0.0.0.0/0', '::/0', '10.0.0.0/33']) {
    expect(() => trusted(text)).toThrow('GATEHOUSE_TRUSTED_PROXIES')
  }
})

test('allowed hosts are names without scheme, port or wildcard', () => {
  const allowed = (text: string) => resolveSettings({ env: { GATEHOUSE_ALLOWED_HOSTS: text } }).allowedHosts
  expect(allowed('Guard.example, guard.example.com')).toEqual(['guard.example', 'guard.example.com'])
  for (const text of ['https://guard.example', 'guard.example:443', '*.example', '*']) {
    expect(() => allowed(text)).toThrow('GATEHOUSE_ALLOWED_HOSTS')
  }
})

test('the quota of an organization is a positive integer', () => {
  const share = (text: string) => {
    const env = { APPSEC_ACTIVE_SCANS_MAX: text, APPSEC_STORED_MB_MAX: text }
    const { activeScansMax, storedMbMax } = resolveSettings({ env })
    return [activeScansMax, storedMbMax]
  }
  const { activeScansMax, storedMbMax } = resolveSettings({ env: {} })
  expect([activeScansMax, storedMbMax]).toEqual([100, 20_000])
  expect(share('7')).toEqual([7, 7])
  for (const text of ['0', '-1', '1.5', '1e3', 'many', '9999999999999']) {
    expect(() => share(text)).toThrow(/^APPSEC_ACTIVE_SCANS_MAX must be a whole number from 1 to/)
  }
})

test('a price is two numbers of a model that is there', () => {
  const model = { MODEL_BASE_URL: 'http://localhost:11434/v1', MODEL_NAME: 'm' }
  const price = (text: string) => resolveSettings({ env: { ...model, MODEL_PRICE: text } }).modelPrice
  expect(price('2.5 / 10')).toEqual({ promptUsdPerMillion: 2.5, completionUsdPerMillion: 10 })
  for (const text of ['2,5', '2.5', '-1/2', '1e3/1', '10000/1', '1/2/3'])
    expect(() => price(text)).toThrow('MODEL_PRICE')
  expect(() => resolveSettings({ env: { MODEL_PRICE: '2/10' } })).toThrow('MODEL_NAME is not')
})
