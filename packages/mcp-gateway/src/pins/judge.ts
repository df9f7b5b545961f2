import { unreadableWhy } from '@gatehouse/guards/tools'
import { canonicalHash, yieldAfter } from '@gatehouse/kernel'
import type { NewPin, PinChange, PinnedDefinition, Pin, PinState } from './pin-store.ts'
import { isDescriptive, type ListedTool } from './definition.ts'

/** Status of a tool after a listing. */
export interface PinStatus {
  readonly state: PinState
  readonly reason: string
}

export interface Listing {
  readonly tools: readonly ListedTool[]
  /** Whether the list is complete. Missing tools are then removed. */
  readonly complete: boolean
}

/** Dependencies of the evaluation of a listing. */
export interface PinPorts {
  readonly known: ReadonlyMap<string, Pin>
  /** Returns the other server with an older tool of the same or a similar name. */
  readonly ownerElsewhere: (tool: string, pin: Pin | undefined) => string | undefined
  /** Returns poisoning findings in a definition; empty if there are none or the check is disabled. */
  readonly poison: (tool: ListedTool) => readonly string[]
}

export interface Judgement {
  readonly standings: ReadonlyMap<string, PinStatus>
  readonly fresh: readonly Omit<NewPin, 'id' | 'likeness'>[]
  readonly changes: readonly PinChange[]
}

/**
 * Compares a server's listing with the accepted definitions and yields to other requests. A new tool is trusted, unless it contains an
 * instruction to the model, has the name of another server's tool, or has a definition pinned under another name.
 */
export async function judgeListing({ tools, complete }: Listing, by: PinPorts): Promise<Judgement> {
  let turn_ms = performance.now()
  const standings = new Map<string, PinStatus>()
  const fresh: Omit<NewPin, 'id' | 'likeness'>[] = []
  const changes: PinChange[] = []
  const names = new Set(tools.map(({ name }) => name))
  for (const tool of tools) {
    // The second definition of a duplicate name is ignored.
    if (standings.has(tool.name)) continue
    turn_ms = await yieldAfter(turn_ms)
    const pin = by.known.get(tool.name)
    const standing = pin === undefined ? ofFresh(tool, names, complete, by) : ofKnown(tool, pin, by)
    standings.set(tool.name, standing)
    const { hash, bodyHash, definition } = tool
    if (pin === undefined) {
      fresh.push({ tool: tool.name, hash, bodyHash, definition, ...standing })
      continue
    }
    const seen = hash === pin.accepted.hash ? undefined : { hash, bodyHash, definition }
    if (!isAsStored(pin, standing, seen)) {
      changes.push({ tool: tool.name, acceptedHash: pin.accepted.hash, ...standing, seen })
    }
  }
  return { standings, fresh, changes }
}

function ofFresh(tool: ListedTool, names: ReadonlySet<string>, complete: boolean, by: PinPorts): PinStatus {
  const poison = by.poison(tool)
  if (poison.length > 0) return poisoned(poison)
  const owner = by.ownerElsewhere(tool.name, undefined)
  if (owner !== undefined) return { state: 'shadowed', reason: shadowing(owner) }
  const before = isDescriptive(tool) ? formerName(tool, names, complete, by.known) : undefined
  if (before !== undefined) return { state: 'renamed', reason: `It was pinned as "${before}".` }
  return PINNED
}

const PINNED: PinStatus = { state: 'pinned', reason: '' }

/** Returns the pinned name of the same definition, unless the server still lists that tool too. */
function formerName(
  tool: ListedTool,
  names: ReadonlySet<string>,
  complete: boolean,
  known: PinPorts['known'],
): string | undefined {
  for (const pin of known.values()) {
    if (pin.accepted.bodyHash === tool.bodyHash && !(complete && names.has(pin.tool))) return pin.tool
  }
  return undefined
}

function ofKnown(tool: ListedTool, pin: Pin, by: PinPorts): PinStatus {
  const stored = { state: pin.state, reason: pin.reason }
  // A user must decide about a name conflict, regardless of the current definition.
  if (pin.state === 'shadowed' || pin.state === 'renamed') return stored
  const isAccepted = pin.accepted.hash === tool.hash
  if (isAccepted && pin.acceptedAt !== null) return PINNED
  const poison = by.poison(tool)
  if (poison.length > 0) return poisoned(poison)
  if (!isAccepted) return { state: 'changed', reason: `Changed: ${changedParts(pin.accepted, tool).join(', ')}.` }
  const owner = by.ownerElsewhere(tool.name, pin)
  return owner === undefined ? PINNED : { state: 'shadowed', reason: shadowing(owner) }
}

function poisoned(findings: readonly string[]): PinStatus {
  const unreadable = unreadableWhy(findings)
  if (unreadable !== undefined) return { state: 'poisoned', reason: `${UNREADABLE}: it is ${unreadable}.` }
  return {
    state: 'poisoned',
    reason: `The definition contains instructions to the model: ${findings.slice(0, FINDINGS_MAX).join(', ')}.`,
  }
}

function shadowing(owner: string): string {
  return `The name is the same as, or imitates, that of a tool of "${owner}".`
}

const FINDINGS_MAX = 8

/** Prefix of the reason for an unreadable definition. */
export const UNREADABLE = 'It cannot be fully analysed'

const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta'] as const

/** Parts of a definition that differ. */
export function changedParts(before: PinnedDefinition, after: PinnedDefinition): readonly string[] {
  const differs = (part: string): boolean => hashOf(before, part) !== hashOf(after, part)
  const parts = PARTS.filter(differs)
  return parts.length === 0 ? ['definition'] : parts
}

function hashOf({ definition }: PinnedDefinition, part: string): string | undefined {
  return Object.hasOwn(definition, part) ? canonicalHash(definition[part]) : undefined
}

function isAsStored(pin: Pin, { state, reason }: PinStatus, seen: PinnedDefinition | undefined): boolean {
  return pin.state === state && pin.reason === reason && pin.seen?.hash === seen?.hash
}
