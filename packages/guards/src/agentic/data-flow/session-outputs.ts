import { hashOf } from './words.ts'
import type { AgentCall } from '../engine/guard.ts'
import type { SharedState } from '../engine/ports.ts'
import type { Labels } from './classes.ts'
import { type TextWorker, workOnText } from '../../threads/text-tasks.ts'
import { faded, type Fingerprint } from './fingerprint.ts'

/** docs/spec/guard.md "Verdicts": state of a session lives an hour. */
const TTL_MS = 3_600_000
/** Ours: outputs of a session that calls are compared with. That untrusted or private ones were there is kept apart. */
export const OUTPUTS_MAX = 64
/** Ours: of so many a choice is kept, so that a source does not wash out what it said by saying more. */
const OLD_OUTPUTS_MAX = 512

type Session = Pick<AgentCall, 'agentKey' | 'headerAgentKey' | 'sessionId'>

/** An output of a tool as a session remembers it: where it came from and how it can be told, not what it says. */
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

/** Hashes of two sessions differ, so that what is kept of one says nothing about another. */
export function seedOf(tenantId: string, session: Session): number {
  return hashOf(placeOf(tenantId, session), SEED)
}

/** Keeps what an output can be told by. */
export async function keepOutput(
  state: SharedState,
  tenantId: string,
  session: Session,
  tool: string,
  text: string,
  labels: Labels,
  worker: TextWorker | undefined,
): Promise<void> {
  const place = placeOf(tenantId, session)
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
    markSeen(state, tenantId, session, tool, labels),
  ])
}

/** Remembers that a session has held untrusted or private content, and from where. */
export async function markSeen(
  state: SharedState,
  tenantId: string,
  session: Session,
  source: string,
  labels: Labels,
): Promise<void> {
  const place = placeOf(tenantId, session)
  await Promise.all([
    labels.untrusted ? state.set(`${place}:untrusted`, source, TTL_MS) : undefined,
    labels.private ? state.set(`${place}:private`, source, TTL_MS) : undefined,
  ])
}

/** The latest outputs of a session, oldest first. */
export async function keptOutputs(
  state: SharedState,
  tenantId: string,
  session: Session,
): Promise<readonly NotedOutput[]> {
  const place = placeOf(tenantId, session)
  const latest = await state.readList(`${place}:outputs`)
  // The latest stand in both lists.
  const old = latest.length < OUTPUTS_MAX ? [] : (await state.readList(`${place}:old`)).slice(0, -OUTPUTS_MAX)
  // Only `keepOutput` writes there.
  return ([...old, ...latest] as readonly Stored[]).map(({ shingles, names, ...rest }) => ({
    ...rest,
    shingles: unpacked(shingles),
    names: unpacked(names),
  }))
}

/** The tools by which untrusted and private content last came into a session, however many outputs ago. */
export async function seenIn(
  state: SharedState,
  tenantId: string,
  session: Session,
): Promise<{ readonly untrusted: string | undefined; readonly private: string | undefined }> {
  const place = placeOf(tenantId, session)
  const [untrusted, hidden] = await Promise.all([state.get(`${place}:untrusted`), state.get(`${place}:private`)])
  return {
    untrusted: typeof untrusted === 'string' ? untrusted : undefined,
    private: typeof hidden === 'string' ? hidden : undefined,
  }
}

/**
 * A session, whichever of a tenant's agents acts in it; what comes without one is one session for each agent, so that
 * leaving the id out leads around nothing.
 */
function placeOf(tenantId: string, { agentKey, headerAgentKey, sessionId }: Session): string {
  return sessionId === undefined
    ? `${tenantId}:flow:agent:${agentKey ?? headerAgentKey ?? ''}`
    : `${tenantId}:flow:session:${sessionId}`
}

function packed(hashes: Int32Array): string {
  return Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength).toString('base64')
}

function unpacked(text: string): Int32Array {
  const bytes = Buffer.from(text, 'base64')
  // A pooled buffer need not begin at a multiple of four.
  return new Int32Array(new Uint8Array(bytes).buffer)
}
