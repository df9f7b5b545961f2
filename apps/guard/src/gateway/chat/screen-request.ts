import {
  readPayload,
  redact,
  type RunContext,
  runPolicy,
  type StageVerdict,
  stops,
  type Subject,
} from '@gatehouse/guards'
import type { ChatExchange } from './exchange.ts'
import { mergeVerdicts, type PartVerdict } from './merge-verdicts.ts'
import { isEmpty, partsOf } from './policy-parts.ts'
import { groupTexts, lastTurns, spansOfPieces, type TextGroup } from './text-groups.ts'
import { screenToolResults } from './tool-results.ts'
import { yieldAfter } from './yield-after.ts'

/** Groups that are judged at once: guards that ask a model must not ask it a thousand things. */
const AT_ONCE_MAX = 8

/** What was decided of a request, and the texts that go on in the places of some. */
export interface RequestDecision {
  readonly verdict: StageVerdict
  readonly changed: ReadonlyMap<number, string>
}

/**
 * Screens every message of a request: the application's own words as such, what users and models said, and what tools answered
 * by the tool that it is of. Stops at the first block.
 */
export async function screenRequest(exchange: ChatExchange): Promise<RequestDecision> {
  const started_ms = performance.now()
  const { request, input } = exchange
  const groups = groupTexts(request)
  const changed = new Map<number, string>()
  const verdicts: PartVerdict[] = []
  const conclude = (): RequestDecision => ({ verdict: mergeVerdicts(verdicts, input.mode, started_ms), changed })
  const isStopped = (own: readonly PartVerdict[]): boolean => own.some(({ action }) => stops(action))

  const whole = screenWhole(exchange)
  if (whole !== undefined) verdicts.push(whole instanceof Promise ? await whole : whole)
  if (isStopped(verdicts)) return conclude()
  let turn_ms = started_ms
  for (let from = 0; from < groups.length; from += AT_ONCE_MAX) {
    const batch = groups.slice(from, from + AT_ONCE_MAX)
    const made = batch.map((group) => screenGroup(group, exchange))
    // oxlint-disable-next-line no-await-in-loop -- a bounded number at once, and none after a block
    const decided = await allOf(made)
    for (const [at, verdict] of decided.entries()) {
      verdicts.push(verdict)
      if (verdict.redactions.length > 0) redactGroup(batch[at]!, verdict, changed)
    }
    if (isStopped(decided)) return conclude()
    // oxlint-disable-next-line no-await-in-loop -- waits once in a while, and for nobody
    turn_ms = await yieldAfter(turn_ms)
  }
  const turns = screenTurns(groups, exchange)
  if (turns !== undefined) verdicts.push(turns instanceof Promise ? await turns : turns)
  if (isStopped(verdicts)) return conclude()
  for (const verdict of await screenToolResults(exchange, changed)) verdicts.push(verdict)
  return conclude()
}

/** Waits only where somebody has to be waited for. */
function allOf<T>(made: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  const ready = made.filter((one): one is T => !(one instanceof Promise))
  return ready.length === made.length ? ready : Promise.all(made.map((one) => Promise.resolve(one)))
}

/** What guards of the input are told. */
export function inputRun({ context, caller, ports }: ChatExchange): RunContext {
  return {
    tenantId: context.tenantId,
    stage: 'input',
    agentKey: caller.agentKey,
    userRole: caller.userRole,
    sessionId: caller.sessionId,
    prompt: undefined,
    contextDocs: [],
    clock: ports.clock,
    onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  }
}

/** Redactions that are kept with a verdict; a text of more is screened anew. */
const REDACTIONS_KEPT_MAX = 200

/** Whether a verdict on a text will be the same the next time: nothing failed, and nothing was stored to stand for a value. */
export function mayServeAgain({ results, redactions = [] }: PartVerdict): boolean {
  return (
    redactions.length <= REDACTIONS_KEPT_MAX &&
    results.every(({ details }) => details['error'] === undefined) &&
    redactions.every(({ replacement }) => replacement === undefined)
  )
}

/** What of a verdict serves again: never the text that it was given on, nor what was made of it. */
function lastingOf(verdict: StageVerdict): StageVerdict | undefined {
  if (!mayServeAgain(verdict)) return undefined
  const { sanitized: _, ...lasting } = verdict
  return lasting
}

/** Rate limits count a request once, and lengths are those of all messages together. */
function screenWhole(exchange: ChatExchange): StageVerdict | Promise<StageVerdict> | undefined {
  const { perRequest } = partsOf(exchange.input)
  if (isEmpty(perRequest)) return undefined
  const text = exchange.request.texts.map((one) => one.text).join('\n\n')
  return runPolicy(perRequest, { text }, inputRun(exchange))
}

function screenGroup(group: TextGroup, exchange: ChatExchange): StageVerdict | Promise<StageVerdict> {
  const { perText } = partsOf(exchange.input)
  const run = inputRun(exchange)
  const subject: Subject = group.source === 'system' ? { text: group.text, untrustedLength: 0 } : { text: group.text }
  // A new turn joins the conversation that guards remember; the same text in a later request is no turn again.
  if (group.isNew && run.sessionId !== undefined) return runPolicy(perText, subject, run)
  const about = ['text', group.source === 'system' ? 'system' : '', run.agentKey, run.userRole, group.text]
  const make = () => runPolicy(perText, subject, { ...run, sessionId: undefined })
  return exchange.ports.verdicts.get<StageVerdict>(perText, about, make, lastingOf)
}

/** An attack may come in pieces, each harmless: the last turns are judged in one piece too. */
function screenTurns(
  groups: readonly TextGroup[],
  exchange: ChatExchange,
): StageVerdict | Promise<StageVerdict> | undefined {
  const { acrossTurns } = partsOf(exchange.input)
  const text = lastTurns(groups)
  if (text === undefined || isEmpty(acrossTurns)) return undefined
  const run = inputRun(exchange)
  const make = () => runPolicy(acrossTurns, { text }, { ...run, sessionId: undefined })
  return exchange.ports.verdicts.get<StageVerdict>(
    acrossTurns,
    ['turns', run.agentKey, run.userRole, text],
    make,
    lastingOf,
  )
}

function redactGroup(group: TextGroup, { redactions }: StageVerdict, changed: Map<number, string>): void {
  for (const [{ index, text }, spans] of spansOfPieces(group, redactions)) {
    if (group.source === 'tool_call') {
      // Arguments are JSON, and stay JSON.
      const payload = readPayload(text)
      changed.set(index, payload.rewrite(payload.fromRaw(spans)))
    } else changed.set(index, redact(text, spans))
  }
}
