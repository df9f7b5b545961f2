import type { JsonRpcMessage } from '../messages.ts'
import { readMessage } from '../server/rpc.ts'
import type { UpstreamLimits } from './limits.ts'
import type { UpstreamEvents } from './trouble.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Parses an upstream message.
 * @throws {Failure} `unavailable` for invalid JSON, excessive nesting, or an invalid message
 */
export function parseMessage(
  text: string,
  { jsonDepth }: UpstreamLimits,
  upstreamEvents: UpstreamEvents,
): JsonRpcMessage {
  if (isDeeper(text, jsonDepth)) throw upstreamEvents.failure(`sent JSON that is nested deeper than ${jsonDepth}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw upstreamEvents.failure('sent invalid JSON', cause)
  }
  const read = readMessage(value)
  if (read.kind === 'invalid') {
    const orphan = orphanError(value)
    if (orphan !== undefined) return orphan
    throw upstreamEvents.failure('sent an invalid JSON-RPC message')
  }
  return read.message
}

/** Returns an error response without a request id. JSON-RPC 2.0 section 5. */
function orphanError(value: unknown): JsonRpcMessage | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('error' in value)) return undefined
  if ('id' in value && value.id !== null) return undefined
  const read = readMessage({ ...value, id: 0 })
  return read.kind === 'response' && 'error' in read.message ? { ...read.message, id: null } : undefined
}

/** Returns whether brackets outside of strings nest deeper than the limit; one pass without allocation. */
export function isDeeper(text: string, depthMax: number): boolean {
  // A text that short cannot.
  if (text.length <= depthMax) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === BACKSLASH) at += 1
      else if (unit === QUOTE) inString = false
    } else if (unit === QUOTE) inString = true
    else if (OPENING.has(unit)) {
      depth += 1
      if (depth > depthMax) return true
    } else if (CLOSING.has(unit)) depth -= 1
  }
  return false
}
