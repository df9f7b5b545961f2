import type { McpPin } from '@gatehouse/contracts/agents'
import { findSecrets } from '@gatehouse/guards'
import { canonicalJson, MASK } from '@gatehouse/kernel'
import type { PinnedDefinition, PinRow } from '@gatehouse/store/agents'
import { changedParts } from '@gatehouse/mcp-gateway'

/** Characters of a part that are shown. */
const SHOWN_CHARS_MAX = 2_000
/** Number of characters before the first difference. */
const BEFORE_CHARS = 200

/** Returns a pin for display. Server text is shown to reviewers: bounded, and without secrets. */
export function pinView({ accepted, seen, ...row }: PinRow): McpPin {
  return {
    id: row.id,
    route: row.route,
    tool: row.tool,
    state: row.state,
    reason: masked(row.reason),
    hash: accepted.hash,
    seen_hash: seen?.hash ?? null,
    description: shownFrom(0, textOf(seen ?? accepted, 'description')) ?? '',
    difference: seen === undefined ? [] : changedParts(accepted, seen).map((part) => difference(part, accepted, seen)),
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    accepted_by: row.acceptedBy,
  }
}

/** Returns an excerpt around the difference, so that a reviewer sees the change at any position. */
function difference(part: string, accepted: PinnedDefinition, seen: PinnedDefinition): McpPin['difference'][number] {
  const [before, after] = [textOf(accepted, part), textOf(seen, part)]
  const start = Math.max(0, firstDifference(before ?? '', after ?? '') - BEFORE_CHARS)
  const isLong = Math.max(before?.length ?? 0, after?.length ?? 0) > SHOWN_CHARS_MAX
  const from = isLong ? start : 0
  return { part, before: shownFrom(from, before), after: shownFrom(from, after) }
}

function firstDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length)
  let at = 0
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

function shownFrom(start: number, text: string | null): string | null {
  if (text === null) return null
  const end = start + SHOWN_CHARS_MAX
  const shown = text.slice(start, end).toWellFormed()
  return `${start > 0 ? '…' : ''}${shown}${text.length > end ? '…' : ''}`
}

function textOf({ definition }: PinnedDefinition, part: string): string | null {
  if (!Object.hasOwn(definition, part)) return null
  const value = definition[part]
  return masked(typeof value === 'string' ? value : canonicalJson(value))
}

function masked(input: string): string {
  // Invisible characters are shown as escapes, since they hide text from reviewers.
  const text = input.replaceAll(INVISIBLE, (unit) => `\\u{${unit.codePointAt(0)!.toString(16)}}`)
  let shown = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    shown += text.slice(at, start) + MASK
    at = end
  }
  return (shown + text.slice(at)).toWellFormed()
}

/** Control characters except line breaks and tabs, and zero-width or direction characters. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu
