import { join } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Report, ReportFinding } from '@gatehouse/contracts/reports'
import { temporaryFolder } from '@gatehouse/testkit'
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openFolder } from '../../src/mcp/confined-folder.ts'
import { suggestGuardrailsTool } from '../../src/mcp/tools/suggest-guardrails.ts'
import type { ReportShelf } from '../../src/mcp/reports.ts'
import type { RunBook } from '../../src/mcp/run-book.ts'

const BLOCK = { enabled: true, action: 'block' }
const finding = (category: string, guardPolicy: object | null, categories?: string[]): ReportFinding =>
  ({ category, guardPolicy, remediation: `Fix ${category}.`, ...(categories && { categories }) }) as ReportFinding

let folder = ''
beforeEach(() => {
  const temporary = temporaryFolder()
  onTestFinished(() => temporary.remove())
  folder = temporary.path
})

async function suggest(findings: ReportFinding[], input: object = {}) {
  const reports: ReportShelf = {
    names: async () => ['run.json'],
    read: async () => ({ findings }) as Report,
    write: async () => 'run.json',
  }
  const runs = {} as Partial<RunBook> as RunBook
  const server = new McpServer({ name: 'test', version: '1' })
  const register = vi.spyOn(server, 'registerTool')
  suggestGuardrailsTool({ folder: await openFolder(folder), reports, runs }).register(server)
  const call = register.mock.calls[0]![2] as (given: unknown, context: object) => Promise<CallToolResult>
  const { isError = false, content } = await call(input, { mcpReq: { signal: new AbortController().signal } })
  const [text] = content
  return { isError, answer: JSON.parse(text?.type === 'text' ? text.text : '') as Record<string, unknown> }
}

test('two findings that suggest one guard keep the settings of both', async () => {
  const leak = (settings?: object) => ({
    version: 1,
    output_guardrails: { system_prompt_leak: settings ? { ...BLOCK, settings } : BLOCK },
  })
  const { answer } = await suggest([
    finding('prompt_extraction', leak({ system_prompt: 'You sell tea.', canaries: ['heron-4471'] })),
    finding('secret_disclosure', leak({ canaries: ['kettle-12'] })),
    finding('pii_disclosure', leak()),
  ])
  expect(answer['policy']).toEqual({
    version: 1,
    output_guardrails: {
      system_prompt_leak: {
        ...BLOCK,
        settings: { system_prompt: 'You sell tea.', canaries: ['heron-4471', 'kettle-12'] },
      },
    },
  })
  expect(answer['guards']).toEqual([
    {
      guard: 'system_prompt_leak',
      stage: 'output',
      findings: ['prompt_extraction', 'secret_disclosure', 'pii_disclosure'],
    },
  ])
})

test('two spellings of one guard become one entry', async () => {
  const { isError, answer } = await suggest([
    finding('jailbreak', { input_guardrails: { adversarial: BLOCK } }),
    finding('prompt_injection', { input_guardrails: { 'adversarial-detection': BLOCK } }),
  ])
  expect(isError).toBe(false)
  expect(answer['policy']).toEqual({ version: 1, input_guardrails: { adversarial_detection: BLOCK } })
})

test('a guard and a finding without a guard list all categories of the finding', async () => {
  const { answer } = await suggest([
    finding('jailbreak', { input_guardrails: { adversarial_detection: BLOCK } }, ['dan', 'jailbreak']),
    finding('ssrf', null, ['ssrf', 'tool_misuse']),
    finding('ssrf', null, ['debug_access', 'ssrf']),
  ])
  expect(answer['guards']).toEqual([{ guard: 'adversarial_detection', stage: 'input', findings: ['jailbreak', 'dan'] }])
  expect(answer['withoutGuard']).toEqual([
    { category: 'ssrf', categories: ['ssrf', 'tool_misuse', 'debug_access'], remediation: 'Fix ssrf.' },
  ])
})

test.each([{}, { version: 1 }, { version: 1, input_guardrails: {} }, { input_guardrails: [], unknown: { a: BLOCK } }])(
  'a finding whose policy %j has no guard is listed without a guard',
  async (guardPolicy) => {
    const { answer } = await suggest([finding('jailbreak', guardPolicy)], { path: 'gatehouse-policy.json' })
    expect(answer).toMatchObject({
      policy: null,
      guards: [],
      withoutGuard: [{ category: 'jailbreak', categories: ['jailbreak'] }],
      writtenTo: null,
    })
  },
)

test('an invalid entry of a report fails and names its field', async () => {
  const { isError, answer } = await suggest([
    finding('jailbreak', { input_guardrails: { adversarial_detection: { enabled: 'yes' } } }),
  ])
  expect(isError).toBe(true)
  expect(answer).toMatchObject({
    error: 'invalid_request',
    detail: 'The suggested guard policy of run.json is invalid. Choose another report, or run the attacks again.',
    details: [{ path: 'input_guardrails.adversarial_detection.enabled' }],
  })
})

test('the policy is written to a file, and no other file is overwritten', async () => {
  const findings = [finding('jailbreak', { input_guardrails: { adversarial_detection: BLOCK } })]
  const path = join(folder, 'gatehouse-policy.json')
  for (let times = 0; times < 2; times += 1) {
    const { answer } = await suggest(findings, { path: 'gatehouse-policy.json' })
    expect(answer['writtenTo']).toBe('gatehouse-policy.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(answer['policy'])
  }
  writeFileSync(path, '{"name":"app"}')
  const { isError, answer } = await suggest(findings, { path: 'gatehouse-policy.json' })
  expect([isError, answer['error'], readFileSync(path, 'utf8')]).toEqual([true, 'conflict', '{"name":"app"}'])
})
