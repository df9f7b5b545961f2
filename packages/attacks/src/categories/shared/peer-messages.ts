import type { Grammar } from '../../engine/grammar.ts'
import { proving } from './proof-words.ts'

/** Names of agents that others trust. */
const SENDERS: readonly string[] = [
  'orchestrator',
  'admin-agent',
  'supervisor',
  'planner',
  'worker-1',
  'system',
  'unknown-agent',
]

/** Messages from one agent to another with a claimed sender. */
export function peerTexts(
  texts: readonly string[],
  words: Grammar['words'],
  senders: readonly string[] = SENDERS,
): Grammar {
  // Quotation marks of the words would end the JSON text.
  const escaped = Object.entries(words).map(([name, all]) => [name, all.map((word) => word.replaceAll('"', '\\"'))])
  return {
    texts: texts.map((text) => `{"from": "{sender}", "content": "${text}"}`),
    words: { ...Object.fromEntries(escaped), sender: senders },
  }
}

/** The same with a request for a proof word. */
export function provingPeer(texts: readonly string[], words: Grammar['words']): Grammar {
  const { texts: all, words: own } = proving('en', texts, words)
  return peerTexts(all, own)
}
