import type { McpPin } from '@gatehouse/contracts'
import { findSecrets } from '@gatehouse/guards'
import { canonicalJson, MASK } from '@gatehouse/kernel'
import type { PinnedDefinition, PinRow } from '@gatehouse/store'
import { changedParts } from './judge.ts'

/** Characters of a part that are shown; who reads a difference reads its beginning. */
const SHOWN_CHARS_MAX = 2_000

/** A pin as it is read. What a server writes is shown to people who decide: bounded, and without secrets. */
export function pinView({ accepted, seen, ...row }: PinRow): McpPin {
  return {
    id: row.id,
    route: row.route,
    tool: row.tool,
    state: row.state,
    reason: masked(row.reason),
    hash: accepted.hash,
    seen_hash: seen?.hash ?? null,
    description: partOf(seen ?? accepted, 'description') ?? '',
    difference:
      seen === undefined
        ? []
        : changedParts(accepted, seen).map((part) => ({
            part,
            before: partOf(accepted, part),
            after: partOf(seen, part),
          })),
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    accepted_by: row.acceptedBy,
  }
}

function partOf({ definition }: PinnedDefinition, part: string): string | null {
  if (!Object.hasOwn(definition, part)) return null
  const value = definition[part]
  const text = masked(typeof value === 'string' ? value : canonicalJson(value))
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text
}

function masked(given: string): string {
  // What hides text from people is what they must see: it is written out.
  const text = given.replaceAll(INVISIBLE, (unit) => `\\u{${unit.codePointAt(0)!.toString(16)}}`)
  let shown = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    shown += text.slice(at, start) + MASK
    at = end
  }
  return (shown + text.slice(at)).toWellFormed()
}

/** Controls but line breaks and tabs, and what has no width or turns the direction. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu
