import { CHAT_FORMATS } from '@gatehouse/contracts/appsec'
import type { ScanNotice } from '@gatehouse/store/integrations'
import { describe, expect, test } from 'vitest'
import { chatBody, chatFormatOf } from '../../src/integrations/chat.ts'

const COUNTS = { CRITICAL: 1, HIGH: 2, MEDIUM: 0, LOW: 0, INFO: 0 }
const notice = (project: string): ScanNotice => ({
  event: 'critical_finding',
  scanId: '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
  projectId: '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1b',
  project,
  branch: 'main',
  commitSha: 'a'.repeat(40),
  status: 'COMPLETED',
  gateResult: 'FAILED',
  gateReasons: ['1 critical finding exceeds the limit of 0'],
  counts: COUNTS,
  newCounts: COUNTS,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const consoleUrl = 'https://gatehouse.example'

test.each([
  ['https://hooks.slack.com/services/T/B/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://made.up.logic.azure.com/workflows/1', 'teams'],
  ['https://acme.webhook.office.com/webhookb2/1', 'teams'],
  ['https://notslack.com/x', 'generic'],
  ['https://chat.example/hooks/x', 'generic'],
])('%s uses the format %s', (url, format) => {
  expect(chatFormatOf(url, undefined)).toBe(format)
  expect(chatFormatOf(url, 'mattermost')).toBe('mattermost')
})

describe.each(CHAT_FORMATS)('%s', (format) => {
  test('contains the title, the counts and the link', () => {
    const text = JSON.stringify(chatBody(notice('shop'), format, { consoleUrl }))
    expect(text).toContain('New critical findings')
    expect(text).toContain('shop')
    expect(text).toContain('1 critical, 2 high')
    expect(text).toContain('https://gatehouse.example/appsec/scans/0199f0c1')
  })

  test('is bounded, without control and bidirectional characters', () => {
    const text = JSON.stringify(chatBody(notice(`a\n\u202e\u0007${'x'.repeat(50_000)}`), format, { consoleUrl }))
    expect(text).not.toMatch(/\u202e|\\u0007/)
    expect(text.length).toBeLessThan(5_000)
  })
})

const HOSTILE = '<!channel> <https://evil.example|login> [x](https://evil.example) @everyone **b** `c` ](#'

test('Slack: hostile names are plain text, and entities are escaped', () => {
  const body = chatBody(notice(HOSTILE), 'slack', { channel: '#alerts', consoleUrl }) as {
    text: string
    channel: string
    blocks: { text?: { type: string; text: string }; fields?: { type: string }[] }[]
  }
  expect(body.text).not.toMatch(/[<>]/)
  expect(body.channel).toBe('#alerts')
  const marked = body.blocks
    .flatMap(({ text, fields = [] }) => [text, ...fields])
    .filter((text) => text?.type === 'mrkdwn')
  expect(marked).toEqual([
    { type: 'mrkdwn', text: expect.stringMatching(/^<https:\/\/gatehouse\.example\/[^|]+\|Open scan>$/) },
  ])
})

test('Discord: no mentions, and markdown is escaped', () => {
  const body = chatBody(notice(HOSTILE), 'discord', { consoleUrl }) as {
    allowed_mentions: object
    embeds: { title: string }[]
  }
  expect(body.allowed_mentions).toEqual({ parse: [] })
  expect(body.embeds[0]!.title).not.toMatch(/[^\\][*`[\]()<>]/)
  expect(body.embeds[0]!.title).not.toContain('@everyone')
})

test('Mattermost: no mentions, and markdown is escaped', () => {
  const text = JSON.stringify(chatBody(notice(HOSTILE), 'mattermost', { consoleUrl }))
  expect(text).not.toContain('@everyone')
  expect(text).not.toContain('](https')
})

test('Teams: names are runs without markup', () => {
  const { attachments } = chatBody(notice(HOSTILE), 'teams', { consoleUrl }) as {
    attachments: { content: { body: { type: string }[] } }[]
  }
  expect(new Set(attachments[0]!.content.body.map(({ type }) => type))).toEqual(new Set(['RichTextBlock']))
})
