import { hashOf } from './words.ts'
import type { AgentCall } from '../engine/guard.ts'
import type { SharedState } from '../engine/ports.ts'
import type { Labels } from './classes.ts'
import { type TextWorker, workOnText } from '../../threads/text-tasks.ts'
import { faded, type Fingerprint } from './fingerprint.ts'

/** docs/spec/guard.md "Verdicts": state of a session lives an hour. */
const TTL_MS = 3_600_000
/** Own limit: session outputs for comparison with calls. The presence of untrusted or private ones is recorded separately. */
export const OUTPUTS_MAX = 64
/** Own limit: size of the sample of older outputs, so that a source cannot evict its earlier outputs with new ones. */
const OLD_OUTPUTS_MAX = 512

type Session = Pick<AgentCall, 'agentKey' | 'headerAgentKey' | 'sessionId'>

/** A recorded output of a session: its source and its fingerprint, not its text. */
export interface NotedOutput extends Labels, Fingerprint {
  readonly tool: string
}

interface Stored extends Labels {
  readonly tool: string
  readonly shingles: string
  readonly sharedMin: number
  readonly names: string
}

const SEED = 0x811c9dc5

/** Returns the hash seed of a session, so that stored data of one session reveals nothing about another. */
export function seedOf(tenantId: string, session: Session): number {
  return hashOf(sessionKey(tenantId, session), SEED)
}

/** Stores the fingerprint of an output. */
export async function keepOutput(
  state: SharedState,
  tenantId: string,
  session: Session,
  tool: string,
  text: string,
  labels: Labels,
  worker: TextWorker | undefined,
): Promise<void> {
  const place = sessionKey(tenantId, session)
  const about = { tenantId, chars: text.length }
  const print = await workOnText(worker, 'fingerprint', { text, seed: seedOf(tenantId, session) }, about)
  const stored = ({ shingles, names, sharedMin }: Fingerprint): Stored => ({
    tool,
    ...labels,
    sharedMin,
    shingles: packed(shingles),
    names: packed(names),
  })
  await Promise.all([
    state.appendList(`${place}:outputs`, stored(print), OUTPUTS_MAX, TTL_MS),
    state.appendList(`${place}:old`, stored(faded(print)), OLD_OUTPUTS_MAX, TTL_MS),
    recordSessionLabels(state, tenantId, session, tool, labels),
  ])
}

/** Records that a session has read untrusted or private content, and the source. */
export async function recordSessionLabels(
  state: SharedState,
  tenantId: string,
  session: Session,
  source: string,
  labels: Labels,
): Promise<void> {
  const place = sessionKey(tenantId, session)
  await Promise.all([
    labels.untrusted ? state.set(`${place}:untrusted`, source, TTL_MS) : undefined,
    labels.private ? state.set(`${place}:private`, source, TTL_MS) : undefined,
  ])
}

/** Returns the latest outputs of a session, oldest first. */
export async function recentOutputs(
  state: SharedState,
  tenantId: string,
  session: Session,
): Promise<readonly NotedOutput[]> {
  const place = sessionKey(tenantId, session)
  const latest = await state.readList(`${place}:outputs`)
  // The latest outputs are in both lists.
  const old = latest.length < OUTPUTS_MAX ? [] : (await state.readList(`${place}:old`)).slice(0, -OUTPUTS_MAX)
  // Only `keepOutput` writes there.
  return ([...old, ...latest] as readonly Stored[]).map(({ shingles, names, ...rest }) => ({
    ...rest,
    shingles: unpacked(shingles),
    names: unpacked(names),
  }))
}

/** Returns the tools that last read untrusted and private content into a session, however many outputs ago. */
export async function labelSources(
  state: SharedState,
  tenantId: string,
  session: Session,
): Promise<{ readonly untrusted: string | undefined; readonly private: string | undefined }> {
  const place = sessionKey(tenantId, session)
  const [untrusted, hidden] = await Promise.all([state.get(`${place}:untrusted`), state.get(`${place}:private`)])
  return {
    untrusted: typeof untrusted === 'string' ? untrusted : undefined,
    private: typeof hidden === 'string' ? hidden : undefined,
  }
}

/**
 * Returns the key of a session, for any agent of the tenant. Calls without a session share one per agent, so that omitting the id bypasses
 * nothing.
 */
function sessionKey(tenantId: string, { agentKey, headerAgentKey, sessionId }: Session): string {
  return sessionId === undefined
    ? `${tenantId}:flow:agent:${agentKey ?? headerAgentKey ?? ''}`
    : `${tenantId}:flow:session:${sessionId}`
}

function packed(hashes: Int32Array): string {
  return Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength).toString('base64')
}

function unpacked(text: string): Int32Array {
  const bytes = Buffer.from(text, 'base64')
  // A pooled buffer may start at an offset that is not a multiple of four.
  return new Int32Array(new Uint8Array(bytes).buffer)
}
