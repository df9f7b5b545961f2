import type { McpPin } from '@gatehouse/contracts'
import { printable } from './answers.ts'

/** A pin as a person reads it: what holds of the tool, what has changed of it, and the hash of what would be accepted. */
export function shownPin({ id, route, tool, state, reason, difference, description, ...pin }: McpPin): string {
  const parts = difference.flatMap(({ part, before, after }) => [
    `  ${part}`,
    `    - ${before ?? ''}`,
    `    + ${after ?? ''}`,
  ])
  const lines = [
    `${route}/${tool}  ${state}  ${id}`,
    ...(reason === '' ? [] : [`  ${reason}`]),
    // What was never accepted differs from nothing.
    ...(difference.length === 0 && state !== 'pinned' ? [`  ${description}`] : parts),
    ...(state === 'pinned' ? [] : [`  hash ${hashOf(pin)}`]),
  ]
  return lines.map((line) => `${printable(line.replaceAll('\n', ' '))}\n`).join('')
}

/** Of what is accepted with a pin. */
export function hashOf({ seen_hash, hash }: Pick<McpPin, 'seen_hash' | 'hash'>): string {
  return seen_hash ?? hash
}
