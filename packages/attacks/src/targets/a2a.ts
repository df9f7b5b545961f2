import type { RunTarget } from '@gatehouse/contracts/redteam'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'

/** Names in messages between agents if the target's owner sets none. */
const SENDER_DEFAULT = 'gatehouse-redteam'
const RECIPIENT_DEFAULT = 'agent'

/** Message of an attack: the text, and the sender that it claims. */
export interface PeerMessage {
  readonly content: string
  readonly from: string | undefined
}

/** Parses a message of an attack that claims a sender: `{"from": "planner", "content": "..."}`. */
export function peerMessage(message: string): PeerMessage {
  const value = message.startsWith('{"from"') ? parseJson(message)?.value : undefined
  const from = readPath(value, 'from')
  const content = readPath(value, 'content')
  return typeof from === 'string' && typeof content === 'string'
    ? { from, content }
    : { from: undefined, content: message }
}

/**
 * Returns the body for an agent of type a2a. An address that ends with `/message` gets `{"from", "to", "content"}`; any other gets
 * `message/send` of the Agent2Agent protocol.
 * @param path of the address
 * @see https://a2a-protocol.org/v0.3.0/specification/
 */
export function peerBody(
  { sender = SENDER_DEFAULT, name = RECIPIENT_DEFAULT }: Pick<RunTarget, 'sender' | 'name'>,
  path: string,
  message: string,
  ids: { readonly session: string; readonly message: string },
): string {
  const { content, from = sender } = peerMessage(message)
  if (/\/message\/?(?:\?|$)/.test(path)) return JSON.stringify({ from, to: name, content, taskId: ids.session })
  return JSON.stringify({
    jsonrpc: '2.0',
    id: ids.message,
    method: 'message/send',
    params: {
      message: {
        kind: 'message',
        role: 'user',
        messageId: ids.message,
        contextId: ids.session,
        parts: [{ kind: 'text', text: content }],
        metadata: { from },
      },
    },
  })
}

/** Returns the words of an agent that rejected a task, with an error status or without: the agent answered. */
export function rejectionText(value: unknown): string | undefined {
  const state = readPath(value, 'status') ?? readPath(value, 'result.status.state')
  if (state !== 'rejected') return undefined
  const text = readPath(value, 'content') ?? readPath(value, 'result.status.message.parts.0.text')
  return typeof text === 'string' && text.trim() !== '' ? text : 'The agent rejected the task.'
}
