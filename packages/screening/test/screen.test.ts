import { allGuards, createRegistry, localWindows } from '@gatehouse/guards'
import { localState } from '@gatehouse/guards/agentic'
import { createLogger, type RequestContext } from '@gatehouse/http'
import { Failure, systemClock } from '@gatehouse/kernel'
import { expect, test } from 'vitest'
import {
  type AuditEntryInput,
  createPolicies,
  NO_TENANT,
  screenInput,
  screenOutput,
  type ScreenPorts,
  type TenantSnapshot,
} from '../src/index.ts'

/** Ports in memory: no server, no database. */
function inMemory(over: Partial<ScreenPorts> = {}) {
  const entries: AuditEntryInput[] = []
  const blocked: string[] = []
  const input = { keyword_blocklist: { enabled: true, action: 'redact', settings: { blocklist: ['orchid'] } } } as const
  const output = {
    competitor_mention: { enabled: true, action: 'block', settings: { competitors: ['Initech'] } },
  } as const
  const tenant: TenantSnapshot = { ...NO_TENANT, tenantId: 'acme', blocks: { input, output } }
  const windows = localWindows(systemClock)
  const ports: ScreenPorts = {
    tenants: { snapshot: () => tenant },
    policies: createPolicies({ registry: createRegistry(allGuards), ports: { windows }, configured: {} }),
    audit: { append: async (entry) => entries.push(entry) },
    clock: systemClock,
    meter: { count: () => undefined },
    usage: {
      admit: () => undefined,
      admitAside: () => undefined,
      spend: () => undefined,
      blocked: (tenantId) => void blocked.push(tenantId),
    },
    unregistered: { note: () => undefined },
    keeper: { keeps: () => false, note: () => undefined },
    agentic: { windows, state: localState(systemClock) },
    ...over,
  }
  return { ports, entries, blocked }
}

const context: RequestContext = {
  requestId: 'request-1',
  traceId: undefined,
  caller: { kind: 'tenant', tenantId: 'acme', scope: 'runtime', keyId: 'key-1' },
  tenantId: 'acme',
  agentKey: undefined,
  userRole: undefined,
  log: createLogger({ service: 'guard', stream: { write: () => undefined } }),
  signal: new AbortController().signal,
  clientAddress: '127.0.0.1',
  status: () => undefined,
  header: () => undefined,
}

test('an input is redacted under the policy of its tenant, and the audit entry has no content', async () => {
  const { ports, entries, blocked } = inMemory()
  const verdict = await screenInput({ message: 'Plant the orchid.' }, context, ports)
  expect(verdict).toMatchObject({ safe: true, action: 'redact', policy_source: 'tenant', request_id: 'request-1' })
  expect(verdict.sanitized_output).toMatch(/^Plant the (?!orchid)/)
  expect(entries).toMatchObject([{ tenant_id: 'acme', actor: 'tenant:acme', action: 'guard.input', verdict: 'redact' }])
  expect(JSON.stringify(entries)).not.toContain('orchid')
  expect(blocked).toEqual([])
})

test('a blocked output counts for its tenant and names its guard in the audit entry', async () => {
  const { ports, entries, blocked } = inMemory()
  const verdict = await screenOutput({ output: 'Initech does it better.' }, context, ports)
  expect(verdict).toMatchObject({ safe: false, action: 'block' })
  expect(entries).toMatchObject([{ action: 'guard.output', guardrail: 'competitor_mention', verdict: 'block' }])
  expect(blocked).toEqual(['acme'])
})

test('a request over a quota is refused before the evaluation, without an audit entry', async () => {
  const { ports, entries } = inMemory()
  const refused = () => Promise.reject(new Failure('quota_exceeded', 'The quota is used up.'))
  const usage = { ...ports.usage, admit: refused }
  const screened = screenInput({ message: 'Plant the orchid.' }, context, { ...ports, usage })
  await expect(screened).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(entries).toEqual([])
})

test('a verdict without a durable audit entry is not returned', async () => {
  const audit = { append: () => Promise.reject(new Failure('unavailable', 'The audit log is unavailable.')) }
  const { ports } = inMemory({ audit })
  await expect(screenInput({ message: 'Hello.' }, context, ports)).rejects.toMatchObject({ code: 'unavailable' })
})
