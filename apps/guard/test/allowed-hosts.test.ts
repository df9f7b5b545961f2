import { resolveSettings } from '@gatehouse/settings'
import { expect, test } from 'vitest'
import { allowedHostsOf } from '../src/allowed-hosts.ts'

test('the host of the public URL is allowed together with the configured hosts', () => {
  const env = { GATEHOUSE_PUBLIC_URL: 'https://Gate.example:8443/', GATEHOUSE_ALLOWED_HOSTS: 'guard.example' }
  expect(allowedHostsOf(resolveSettings({ env }))).toEqual(['guard.example', 'gate.example'])
  expect(allowedHostsOf(resolveSettings({ env: {} }))).toEqual([])
})
