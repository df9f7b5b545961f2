import { createHash } from 'node:crypto'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import { decide, observe } from '../judges/decide.ts'
import { bestRecords, lastReplyRanges, type Proof } from '../report/findings.ts'
import { minimise } from '../report/minimise.ts'
import type { Attack } from '../engine/attack.ts'
import { halvesOf } from '../engine/marker.ts'
import type { Attempt, AttemptRecord, Journal } from './attempt.ts'
import { conductAttempt, type ConductPorts } from './conduct.ts'
import { isGivenToControls } from '../report/severity.ts'
import { createPool } from './pool.ts'
import type { RunOutcome, RunPorts, RunSetup } from './run-attacks.ts'

/** Request limit per weakness: enough for a message of a dozen sentences. Own limit. */
const REQUESTS_EACH = 24
const KEY_CHARS = 16

export interface ProofPorts extends ConductPorts {
  readonly journal: Journal
  readonly judge?: NonNullable<RunPorts['judge']>
  /** Records of an earlier process. */
  readonly ended: ReadonlyMap<string, AttemptRecord>
  readonly begun: ReadonlySet<string>
}

/**
 * Searches shorter conversations that prove the findings, all weaknesses concurrently. Each try is written to the journal before it is
 * sent, like attacks, so that a resumed run repeats none.
 * @param requestsMax for all together
 * @returns by the id of the attack that proves a weakness best; weaknesses without a shorter proof are left out
 */
export async function findProofs(
  { records }: RunOutcome,
  setup: RunSetup,
  ports: ProofPorts,
  requestsMax: number,
): Promise<ReadonlyMap<string, Proof>> {
  // A target that writes such words for benign requests writes them for any part of an attack: the shortest part is a benign request.
  const categories = new Map(setup.categories.map((category) => [category.name, category]))
  const best = bestRecords(records, categories).filter(({ judgement }) => !judgement.evidence.some(isGivenToControls))
  const each = Math.min(REQUESTS_EACH, Math.floor(requestsMax / Math.max(1, best.length)))
  const pool = createPool(setup.concurrency)
  const found = await Promise.all(
    best.map(async (record): Promise<readonly [string, Proof] | undefined> => {
      await pool.enter(ports.signal)
      try {
        const proof = await proofOf(record, setup, ports, each)
        return proof === undefined ? undefined : [record.attempt.attack.id, proof]
      } catch (thrown) {
        if (thrown instanceof OutOfBudget) return undefined
        throw thrown
      } finally {
        pool.leave(false)
      }
    }),
  )
  return new Map(found.flatMap((item) => (item === undefined ? [] : [item])))
}

async function proofOf(
  of: AttemptRecord,
  setup: RunSetup,
  ports: ProofPorts,
  requestsMax: number,
): Promise<Proof | undefined> {
  const { attack } = of.attempt
  const replies = new Map<string, string>()
  const tryAgain = async (turns: readonly string[]) => {
    const record = await tryOnce(proofAttempt(of.attempt, turns), of, setup, ports)
    replies.set(JSON.stringify(turns), record.exchange.turns.at(-1)?.reply.text ?? '')
    return record.judgement
  }
  const { turns, judgement } = await minimise(attack.turns, tryAgain, {
    requestsMax,
    isProof: proofOfAttack(attack),
    evidence: of.judgement.evidence[0]?.code,
  })
  const isShorter = JSON.stringify(turns) !== JSON.stringify(attack.turns)
  if (judgement === undefined || !isShorter) return undefined
  const spans = lastReplyRanges(judgement, turns.length)
  return { turns, reply: replies.get(JSON.stringify(turns)) ?? '', spans }
}

/** Sentences that name the halves of the marker, or the address of the sink. */
function proofOfAttack({ marker, sinkUrl }: Attack): (sentence: string) => boolean {
  const words = [...halvesOf(marker), ...(sinkUrl === undefined ? [] : [sinkUrl])]
  return (sentence) => words.some((word) => sentence.includes(word))
}

function proofAttempt({ attack, round }: Attempt, turns: readonly string[]): Attempt {
  const what = createHash('sha256').update(JSON.stringify(turns)).digest('hex').slice(0, KEY_CHARS)
  return { key: `${round}/proof/${attack.id}/${what}`, kind: 'proof', round, repeat: 0, attack: { ...attack, turns } }
}

async function tryOnce(
  attempt: Attempt,
  of: AttemptRecord,
  setup: RunSetup,
  ports: ProofPorts,
): Promise<AttemptRecord> {
  const known = ports.ended.get(attempt.key)
  if (known !== undefined) return known
  await ports.journal.begin(attempt)
  const seen = await conductAttempt(attempt, setup, ports)
  const exchange = { ...seen, benignReply: of.exchange.benignReply }
  const ruled = decide(exchange, setup.judgeConfidenceThreshold)
  const judgement = ports.judge === undefined ? ruled : await ports.judge(exchange, ruled, ports.signal)
  const maySeeTwice = ports.begun.has(attempt.key)
  const record = { attempt, exchange, judgement, observation: observe(exchange, judgement), maySeeTwice }
  await ports.journal.end(record)
  return record
}
