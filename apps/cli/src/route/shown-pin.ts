import type { McpPin } from '@gatehouse/contracts/agents'
import { printable } from './answers.ts'

/** Formats a pin: its state, the changes of the tool, and the hash to accept. */
export function shownPin({ id, route, tool, state, reason, difference, description, ...pin }: McpPin): string {
  const parts = difference.flatMap(({ part, before, after }) => [
    `  ${part}`,
    `    - ${before ?? ''}`,
    `    + ${after ?? ''}`,
  ])
  const lines = [
    `${route}/${tool}  ${state}  ${id}`,
    ...(reason === '' ? [] : [`  ${reason}`]),
    // A new tool has no earlier version to compare with.
    ...(difference.length === 0 && state !== 'pinned' ? [`  ${description}`] : parts),
    ...(state === 'pinned' ? [] : [`  hash ${hashOf(pin)}`]),
  ]
  return lines.map((line) => `${printable(line.replaceAll('\n', ' '))}\n`).join('')
}

/** Returns the hash to accept. */
export function hashOf({ seen_hash, hash }: Pick<McpPin, 'seen_hash' | 'hash'>): string {
  return seen_hash ?? hash
}
