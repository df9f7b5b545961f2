import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { redteam, temporaryFolder } from '../redteam/support.ts'
import { startAgent, startAssistant } from './support.ts'

describe('a server of tools', () => {
  test('starts in a folder that is there, with names that are some', async () => {
    const folder = temporaryFolder()
    const missing = await redteam(folder, ['mcp', '--root', join(folder, 'missing')])
    expect([missing.code, missing.out, missing.err]).toEqual([2, '', expect.stringContaining('Folder not found:')])
    writeFileSync(join(folder, 'file'), '')
    expect((await redteam(folder, ['mcp', '--root', join(folder, 'file')])).code).toBe(2)
    for (const name of ['A-B', 'GATEHOUSE_MASTER_KEY', '']) {
      expect((await redteam(folder, ['mcp', '--root', folder, '--env', name])).code).toBe(2)
    }
    expect((await redteam(folder, ['mcp'])).code).toBe(2)
    expect((await redteam(folder, ['mcp', '--root', folder, '--max-requests', '0'])).code).toBe(2)
  })

  test('exits when its input ends and writes only protocol messages to standard output', async () => {
    const folder = temporaryFolder()
    expect(await redteam(folder, ['mcp', '--root', folder])).toEqual({ code: 0, out: '', err: '' })
  })

  test('limits every run to the operator budget', async () => {
    const folder = temporaryFolder()
    const agent = await startAgent(() => ({ reply: 'Hello.' }))
    const assistant = await startAssistant('first', folder, { args: ['--max-requests', '3'] })
    const config = { target: { baseUrl: agent.origin }, attackConfig: { budget: { maxRequests: 500 } } }
    await assistant.call('write_config', { config })
    const { structured } = await assistant.call('run_scan', { maxRequests: 1_000 })
    const over = await assistant.call('check_run_status', { runId: structured['runId'], waitSeconds: 45 })
    expect(over.structured).toMatchObject({ status: 'done' })
    expect(agent.asked.length).toBeLessThanOrEqual(3)
  })

  test('reaches only the allowed port on loopback', async () => {
    const folder = temporaryFolder()
    const [agent, other] = [await startAgent(() => ({ reply: 'Hello.' })), await startAgent(() => ({ reply: 'No.' }))]
    const assistant = await startAssistant('first', folder, {
      args: ['--allow-target', agent.origin.slice('http://'.length)],
    })
    expect((await assistant.call('probe_target', { target: { baseUrl: agent.origin } })).structured).toMatchObject({
      ok: true,
    })
    const refused = await assistant.call('probe_target', { target: { baseUrl: other.origin } })
    expect(refused.texts[0]).toContain('target_refused')
    expect(other.asked).toEqual([])
  })
})
