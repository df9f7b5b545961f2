import { CHAT_FORMATS, type ChatFormat } from '@gatehouse/contracts/appsec'
import type { ScanNotice } from '@gatehouse/store/integrations'
import { markdownText, singleLine, slackText } from './escape.ts'

/** Message of an event, before it is written in the format of a service. */
interface Message {
  readonly title: string
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly link: string | undefined
  readonly isBad: boolean
}

/** Own limit: gate reasons in a message. */
const REASONS_MAX = 5
const [RED, GREEN] = ['#c0392b', '#2e7d32'] as const

const TITLES: Readonly<Record<ScanNotice['event'], string>> = {
  scan_complete: 'Scan ended',
  gate_failed: 'Build gate failed',
  critical_finding: 'New critical findings',
  new_advisory: 'New advisories affect dependencies',
  test: 'Test message from Gatehouse',
}

/** Host names of the services' webhooks. */
const HOSTS: readonly (readonly [RegExp, ChatFormat])[] = [
  [/(?:^|\.)slack(?:-gov)?\.com$/, 'slack'],
  [/(?:^|\.)discord(?:app)?\.com$/, 'discord'],
  [/(?:^|\.)(?:office\.com|logic\.azure\.com|api\.powerplatform\.com)$/, 'teams'],
]

/** Returns the format of a webhook: the configured one, or according to the host name. */
export function chatFormatOf(url: string, configured: unknown): ChatFormat {
  const chosen = CHAT_FORMATS.find((format) => format === configured)
  const { hostname } = new URL(url)
  return chosen ?? HOSTS.find(([pattern]) => pattern.test(hostname))?.[1] ?? 'generic'
}

/** Returns the JSON body of a message. Names from scans are untrusted: no format interprets them as markup, links or mentions. */
export function chatBody(
  notice: ScanNotice,
  format: ChatFormat,
  { channel, consoleUrl }: { readonly channel?: string | undefined; readonly consoleUrl: string },
): object {
  const message = messageOf(notice, consoleUrl)
  const to = channel === undefined ? {} : { channel }
  if (format === 'slack') return { ...slackBody(message), ...to }
  if (format === 'mattermost') return { ...mattermostBody(message), ...to }
  if (format === 'discord') return discordBody(message)
  if (format === 'teams') return teamsBody(message)
  return { text: plainText(message), ...notice, project: singleLine(notice.project), url: message.link ?? null }
}

function messageOf(notice: ScanNotice, consoleUrl: string): Message {
  const { event, project, branch, commitSha, status, gateResult, gateReasons, counts, newCounts } = notice
  const title = `${TITLES[event]}: ${singleLine(project)}`
  if (event === 'test') return { title, facts: [], link: undefined, isBad: false }
  const of = (by: ScanNotice['counts']) =>
    `${by.CRITICAL} critical, ${by.HIGH} high, ${by.MEDIUM} medium, ${by.LOW} low`
  return {
    title,
    facts: [
      ['Branch', [branch ?? 'default', ...(commitSha === null ? [] : [commitSha.slice(0, 12)])].join(' · ')],
      ['Scan', status.toLowerCase()],
      ['Gate', [gateResult.toLowerCase(), ...gateReasons.slice(0, REASONS_MAX)].join('; ')],
      ['Open findings', of(counts)],
      ['New findings', of(newCounts)],
    ],
    link: consoleUrl === '' ? undefined : `${consoleUrl}/appsec/scans/${notice.scanId}`,
    isBad: gateResult === 'FAILED',
  }
}

function plainText({ title, facts, link }: Message): string {
  const lines = facts.map(([label, text]) => `${label}: ${singleLine(text)}`)
  return [title, ...lines, ...(link === undefined ? [] : [link])].join('\n')
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. Elements of type plain_text have no markup. */
function slackBody({ title, facts, link }: Message): object {
  const plain = (text: string) => ({ type: 'plain_text', text: singleLine(text), emoji: false })
  const fields = facts.map(([label, text]) => plain(`${label}: ${text}`))
  return {
    text: slackText(title),
    unfurl_links: false,
    blocks: [
      { type: 'section', text: plain(title) },
      ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
      ...(link === undefined ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: `<${link}|Open scan>` } }]),
    ],
  }
}

/** https://developers.mattermost.com/integrate/webhooks/incoming/. */
function mattermostBody({ title, facts, link, isBad }: Message): object {
  const fields = facts.map(([label, text]) => ({ short: true, title: label, value: markdownText(text) }))
  const attachment = { fallback: markdownText(title), color: isBad ? RED : GREEN, title: markdownText(title), fields }
  return { attachments: [{ ...attachment, ...(link === undefined ? {} : { title_link: link }) }] }
}

/** https://docs.discord.com/developers/resources/webhook. Field values must not be empty. */
function discordBody({ title, facts, link, isBad }: Message): object {
  const fields = facts.map(([name, text]) => ({ name, value: markdownText(text) || '-', inline: true }))
  const color = Number.parseInt((isBad ? RED : GREEN).slice(1), 16)
  const embed = {
    title: markdownText(title).slice(0, 256),
    color,
    fields,
    ...(link === undefined ? {} : { url: link }),
  }
  return { embeds: [embed], allowed_mentions: { parse: [] } }
}

/** Adaptive Card of a Teams workflow. Runs of a RichTextBlock have no markup. */
function teamsBody({ title, facts, link }: Message): object {
  const run = (text: string, weight = 'Default') => ({ type: 'TextRun', text: singleLine(text), weight })
  const rich = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [rich(run(title, 'Bolder')), ...facts.map(([label, text]) => rich(run(`${label}: `, 'Bolder'), run(text)))],
    ...(link === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open scan', url: link }] }),
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}
