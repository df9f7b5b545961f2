import { PolicyFile } from '@gatehouse/contracts/policies'
import { differences, isJsonObject } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf, type RemoteTenant, ruleKey, type TenantDocument } from '../../src/policy/document.ts'
import { type Step, stepsTo } from '../../src/policy/push.ts'

const name = fc.constantFrom('one', 'two', 'three')
const json = fc.jsonValue({ maxDepth: 2 })
const settings = fc.dictionary(name, json)
const block = fc.dictionary(fc.constantFrom('toxicity', 'length_limit'), fc.record({ settings }))
const tools = fc.array(fc.constantFrom('read', 'write_*'), { maxLength: 2 })
const agent = fc.record(
  { tools, role_permissions: fc.dictionary(name, tools), metadata: settings },
  { requiredKeys: [] },
)
const rule = fc.record({
  name,
  stage: fc.constantFrom('input', 'output'),
  prompt: fc.constantFrom('Flag whatever is about weapons.', 'Flag whatever is about money.'),
})
const toolPolicy = fc.record({ session_limit: fc.nat(9), enabled: fc.boolean() }, { requiredKeys: [] })
const dataPolicy = fc.record({ enabled: fc.boolean() }, { requiredKeys: [] })

/** A policy file with any of its sections. */
const file = fc
  .record(
    {
      mode: fc.constantFrom('enforce', 'monitor'),
      input_guardrails: block,
      output_guardrails: block,
      custom_policies: fc.uniqueArray(rule, { maxLength: 3, selector: ruleKey }),
      agents: fc.dictionary(name, agent),
      tool_policies: fc.dictionary(name, toolPolicy),
      data_policies: fc.dictionary(name, dataPolicy),
      global_data_policy: fc.option(dataPolicy),
    },
    { requiredKeys: [] },
  )
  .map((sections) => documentOf(PolicyFile.parse({ version: 1, ...sections })))

const EMPTY: Required<TenantDocument> = {
  mode: 'enforce',
  input_guardrails: {},
  output_guardrails: {},
  agentic_guardrails: {},
  custom_policies: {},
  agents: {},
  tools: {},
  tool_policies: {},
  data_policies: {},
  global_data_policy: null,
  model_upstreams: {},
  mcp_routes: {},
}

/** Creates a tenant with a document. */
function holding(document: TenantDocument): RemoteTenant {
  const whole = { ...EMPTY, ...document }
  const ruleIds = new Map(Object.keys(whole.custom_policies).map((key) => [key, `id of ${key}`]))
  return { tenantId: 'acme', document: whole, ruleIds, roles: {} }
}

/** Simulates the effect of a push on the service. */
function after(remote: RemoteTenant, steps: readonly Step[]): RemoteTenant {
  const copy: unknown = structuredClone(remote.document)
  let document = copy as Record<string, Record<string, unknown>>
  for (const { method, path, body } of steps) {
    const sent = body as Record<string, unknown>
    const last = decodeURIComponent(path.split('/').at(-1)!)
    if (path === '/v1/tenant/me/policies') document = { ...document, ...(sent as typeof document) }
    else if (path === '/v1/agents/tools/policies') {
      document['tool_policies'] = sent['policies'] as Record<string, unknown>
    } else if (path === '/v1/data-policies/global/policy') {
      document['global_data_policy'] = (method === 'DELETE' ? null : sent) as Record<string, unknown>
    } else if (path.startsWith('/v1/data-policies/tools/')) {
      const tool = decodeURIComponent(path.split('/')[4]!)
      if (method === 'DELETE') delete document['data_policies']![tool]
      else document['data_policies']![tool] = sent
    } else if (path.startsWith('/v1/tenant/me/custom-policies/')) {
      const key = method === 'POST' ? ruleKey(body as { stage: string; name: string }) : last.replace('id of ', '')
      if (method === 'DELETE') delete document['custom_policies']![key]
      else document['custom_policies']![key] = body
    } else if (path.startsWith('/v1/agents/registry')) {
      const { agent_id: id = last, ...rest } = sent ?? {}
      if (method === 'DELETE') delete document['agents']![last]
      else if (method === 'POST') document['agents']![String(id)] = rest
      else document['agents']![last] = patched(document['agents']![last], sent)
    } else throw new Error(`nobody answers ${method} ${path}`)
  }
  return holding(document)
}

/** RFC 7396, as the service patches agents. */
function patched(base: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const result = new Map(Object.entries(isJsonObject(base) ? base : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key)
    else result.set(key, patched(result.get(key), value))
  }
  return Object.fromEntries(result)
}

test('a push applies the file, preserves other settings and is idempotent', () => {
  fc.assert(
    fc.property(file, file, (before, wanted) => {
      const remote = holding(before)
      const remoteTenant = after(remote, stepsTo(remote, wanted))
      expect(differences(remoteTenant.document, { ...remote.document, ...wanted })).toEqual([])
      expect(stepsTo(remoteTenant, wanted)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a push that replaces agents never reduces their number in between', () => {
  fc.assert(
    fc.property(file, file, (before, wanted) => {
      const remote = holding(before)
      const steps = stepsTo(remote, wanted)
      const atLeast = Math.min(count(remote), Object.keys(wanted.agents ?? remote.document.agents).length)
      for (let done = 0; done <= steps.length; done += 1) {
        expect(count(after(remote, steps.slice(0, done)))).toBeGreaterThanOrEqual(atLeast)
      }
    }),
    { numRuns: 100 },
  )
})

function count({ document }: RemoteTenant): number {
  return Object.keys(document.agents).length
}
