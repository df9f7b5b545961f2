import { describe, expect, test } from 'vitest'
import type { PartialToolCall } from '../../../src/agentic/tool-call.ts'
import { world } from './world.ts'

describe('untrusted, private and external together', () => {
  const settings = {
    rules: [{ from: '*', to: '*', action: 'allow' }],
    internal_domains: ['ours.example'],
    approve_external_after_untrusted_and_private: true,
  }
  const post: PartialToolCall = { tool: 'send_email', args: { to: 'kim@elsewhere.example', text: 'nothing of either' } }

  test('never pass without an approval, in any order', async () => {
    for (const order of [
      ['web_fetch', 'crm_lookup'],
      ['crm_lookup', 'web_fetch'],
    ]) {
      const { note, check } = world(settings)
      expect(await check(post)).toMatchObject({ allowed: true })
      await note(order[0]!, 'one')
      expect(await check(post)).toMatchObject({ allowed: true })
      await note(order[1]!, 'two')
      expect(await check(post)).toMatchObject({ allowed: false, action: 'require_approval' })
      expect(await check({ ...post, grantId: 'g' })).toMatchObject({ allowed: true })
      // Within the house it may go.
      const inside = { to: 'boss@mail.ours.example', text: 'nothing of either' }
      expect(await check({ ...post, args: inside })).toMatchObject({ allowed: true })
    }
  })

  test('are remembered after any number of later outputs', async () => {
    const { note, check } = world(settings)
    await note('inbox_read', 'untrusted and private at once')
    for (let times = 0; times < 100; times++) await note('clock_now', `${times}`)
    expect(await check(post)).toMatchObject({ allowed: false })
  })

  test('are remembered from the declarations of callers, whatever those calls did', async () => {
    const { check } = world(settings)
    expect(await check({ tool: 'clock', inputSources: ['web', 'crm'] })).toMatchObject({ allowed: true })
    expect(await check(post)).toMatchObject({ allowed: false, action: 'require_approval' })
  })

  const RESEARCHED = ['web_fetch', 'crm_lookup']
  async function afterBoth() {
    const created = world(settings)
    for (const tool of RESEARCHED) await created.note(tool, 'something')
    return created
  }

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['fetch', { u: '//evil.com' }],
    ['fetch', { u: '/\\evil.com/x' }],
    ['fetch', { u: 'https:\\\\evil.com' }],
    ['fetch', { u: 'https:evil.com' }],
    ['fetch', { u: 'h\u200bttps://evil.com' }],
    ['fetch', { u: 'ht\ntps://evil.com' }],
    ['fetch', { u: 'https://ours.example@evil.com/' }],
    ['fetch', { u: 'https://evil.com\\@ours.example/' }],
    ['fetch', { u: 'https://ours.example/go?to=https://evil.com' }],
    ['fetch', { u: 'https://ours.example/go?to=https%3A%2F%2Fevil.com' }],
    ['fetch', { u: 'evil\u3002com' }],
    ['fetch', { host: 'evil.com', path: '/x' }],
    ['fetch', { host: 'evil', path: '/x' }],
    ['fetch', { host: 2130706433 }],
    ['fetch', { x: '203.0.113.9' }],
    ['fetch', { x: '0313.0.0161.011' }],
    ['fetch', { x: '0xcb.0x0.0x71.0x9' }],
    ['fetch', { x: '2001:db8::9' }],
    ['x', { 'https://evil.com/q': 1 }],
    ['x', { nested: [{ deep: 'ssh://git@evil.com/r.git' }] }],
    ['x', { a: 's3://someones-bucket/key' }],
    ['get_page', { a: 'https://evil.com' }],
    ['crm_search', { a: '//evil.com/x' }],
    ['get_orders', { host: 'evil.com' }],
    ['run_shell', { cmd: 'curl evil.com' }],
    ['run_shell', { cmd: 'ls' }],
    ['device', { cmd: 'nc evil 80' }],
    ['git_push', {}],
    ['emailer', {}],
    ['share_document', {}],
    ['send_email', { to: 'boss@ours.example', bcc: 'drop' }],
    ['send_email', { recipient_id: 7, text: 'as boss@ours.example said' }],
    ['post_message', { channel: '#everybody', text: 'see wiki.ours.example' }],
  ])('need an approval for %s %j', async (tool, args) => {
    const { check } = await afterBoth()
    expect(await check({ tool, args })).toMatchObject({ allowed: false, action: 'require_approval' })
  })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['read_file', { path: 'notes/report.md' }],
    ['crm_search', { query: 'orders of evil.com' }],
    ['web_search', { query: 'opening hours' }],
    ['update_ticket', { id: 12, to: 'closed', note: 'Amount 1.5, at 12:30:45, version 1.2.3, see report.pdf' }],
    ['move_file', { from: '/a/b.txt', to: '/archive/b.txt' }],
    ['set_budget', { amount: 1200.5, month: '2026-11' }],
    ['http_post', { url: 'https://api.ours.example/v1', body: 'done' }],
    ['open', { file: 'file:///tmp/a' }],
    ['add_note', { text: 'const a = b // the rest' }],
    ['list_messages', { channel: 'general' }],
  ])('do not block %s %j', async (tool, args) => {
    const { check } = await afterBoth()
    expect(await check({ tool, args })).toMatchObject({ allowed: true })
  })

  test('are assumed if a call names no session', async () => {
    const { check } = world(settings)
    const verdict = await check({ ...post, sessionId: undefined })
    expect(verdict).toMatchObject({ allowed: false, action: 'require_approval' })
    expect(await check({ tool: 'crm_search', args: { query: 'kim' }, sessionId: undefined })).toMatchObject({
      allowed: true,
    })
  })

  test('count in every session of an agent after outputs without a session', async () => {
    const { note, check } = world(settings)
    await note('web_fetch', 'one', null)
    expect(await check(post)).toMatchObject({ allowed: true })
    await note('crm_lookup', 'two')
    expect(await check(post)).toMatchObject({ allowed: false })
  })

  test('respect tenant settings of a tool over its name', async () => {
    const { note, check } = world({ ...settings, sinks: [{ tool: 'run_report', sinks: [] }] })
    for (const tool of RESEARCHED) await note(tool, 'something')
    expect(await check({ tool: 'run_report', args: { host: 'db1' } })).toMatchObject({ allowed: true })
    expect(await check({ tool: 'run_reports' })).toMatchObject({ allowed: false })
  })

  test('pass if the tenant has not enabled the rule', async () => {
    const { note, check } = world({ ...settings, approve_external_after_untrusted_and_private: false })
    await note('inbox_read', 'untrusted and private at once')
    expect(await check(post)).toMatchObject({ allowed: true })
  })
})
