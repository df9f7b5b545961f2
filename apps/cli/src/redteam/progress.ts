import { type AttemptRecord, type RunPhase, weaknessOf } from '@gatehouse/attacks'
import type { Io } from '../command.ts'
import { counted, progressLine, shown } from '../terminal.ts'

/** The progress line must fit into 80 columns. */
const BAR_CHARS = 12
/** Interval of progress lines in a build log. Each tenth is printed too. */
const LINE_EVERY_MS = 30_000
const TENTHS = 10
/** Number of attacks before the remaining time can be estimated. */
const GUESS_FROM = 10

const PHASES: Readonly<Record<RunPhase, string>> = {
  preflight: 'Checking that the target responds',
  attacks: 'Attacking',
  proofs: 'Minimizing proofs of concept',
  report: 'Writing the report',
}

/** Progress view of a run. */
export interface RunProgressView {
  readonly phase: (phase: RunPhase) => void
  readonly record: (record: AttemptRecord) => void
  /** Removes the progress line. */
  readonly end: () => void
}

interface Tally {
  done: number
  succeeded: number
  errors: number
  round: number
}

export interface ProgressAbout {
  /** Maximum number of attacks. */
  readonly total: number
  readonly rounds: number
  readonly now?: () => number
}

/** Shows the progress of a run: an overwritten line on a terminal, plain lines elsewhere. Each weakness is reported once. */
export function runProgress({ total, rounds, now = () => performance.now() }: ProgressAbout, io: Io) {
  const { stderr } = io
  const isTerminal = stderr.isTTY === true
  const bar = progressLine(io)
  const tally: Tally = { done: 0, succeeded: 0, errors: 0, round: 0 }
  const seen = new Set<string>()
  let [started_ms, told_ms, tenth] = [now(), now(), 0]
  const line = (text: string): void => {
    bar.clear()
    stderr.write(`${text}\n`)
  }
  const view: RunProgressView = {
    phase(phase) {
      if (phase === 'attacks') [started_ms, told_ms] = [now(), now()]
      if (isTerminal) bar.show(`${PHASES[phase]} …`)
      else if (phase !== 'report') line(`${PHASES[phase]}${phase === 'attacks' ? `: at most ${total}` : ''}`)
    },
    record(record) {
      if (!count(record, tally)) return
      const found = weaknessLine(record)
      if (found !== undefined && !seen.has(found.key)) {
        seen.add(found.key)
        line(found.text)
      }
      if (isTerminal) bar.show(barText(tally, total, rounds, now() - started_ms))
      else if (isDue()) line(plainText(tally, total, rounds))
    },
    end: () => bar.clear(),
  }
  const isDue = (): boolean => {
    const at = Math.floor((tally.done * TENTHS) / Math.max(1, total))
    if (at === tenth && now() - told_ms < LINE_EVERY_MS) return false
    ;[tenth, told_ms] = [at, now()]
    return true
  }
  return view
}

/** @returns whether the record is an attack: benign requests and proofs are not */
function count({ attempt, judgement }: AttemptRecord, tally: Tally): boolean {
  if (attempt.kind !== 'attack' && attempt.kind !== 'custom') return false
  tally.done += 1
  tally.round = Math.max(tally.round, attempt.round)
  if (judgement.verdict === 'vulnerable' || judgement.verdict === 'partial') tally.succeeded += 1
  if (judgement.verdict === 'error') tally.errors += 1
  return true
}

/** Reports each weakness once, like findings: a secret that attacks of many categories disclose is one weakness. */
function weaknessLine(record: AttemptRecord): { key: string; text: string } | undefined {
  const { attempt, judgement } = record
  if (judgement.verdict !== 'vulnerable' && judgement.verdict !== 'partial') return undefined
  const { key, title } = weaknessOf(record)
  const how = attempt.attack.strategy === 'base' ? 'direct' : `by ${attempt.attack.strategy}`
  const part = judgement.verdict === 'partial' ? ', partially' : ''
  return { key, text: `✗ ${shown(title)}, ${shown(how)}${part}` }
}

function barText({ done, succeeded, errors, round }: Tally, total: number, rounds: number, took_ms: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * BAR_CHARS)
  const left_s = Math.ceil((took_ms / Math.max(1, done)) * (Math.max(0, total - done) / 1_000))
  return [
    `${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)} ${Math.floor(share * 100)} %`,
    `round ${round}/${rounds}`,
    `${done}/${total}`,
    `${succeeded} succeeded`,
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(done >= GUESS_FROM ? [`${durationText(left_s)} left`] : []),
  ].join('  ')
}

function plainText({ done, succeeded, errors, round }: Tally, total: number, rounds: number): string {
  const some = errors > 0 ? `, ${counted(errors, 'error')}` : ''
  return `Round ${round} of ${rounds}: ${done} of up to ${counted(total, 'attack')}, ${succeeded} succeeded${some}`
}

function durationText(all_s: number): string {
  const [minutes, seconds] = [Math.floor(all_s / 60), all_s % 60]
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`
}

export const NO_PROGRESS: RunProgressView = {
  phase: () => undefined,
  record: () => undefined,
  end: () => undefined,
}
