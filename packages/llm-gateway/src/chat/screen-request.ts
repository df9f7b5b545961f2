import { mergeSpans, redact, runPolicy, type Span, type StageVerdict, type Subject } from '@gatehouse/guards'
import { stops } from '@gatehouse/guards/agentic'
import { openPayload } from '@gatehouse/guards/data-policy'
import { yieldAfter } from '@gatehouse/kernel'
import { isTrusted, type RequestText } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { isEmpty, mergeVerdicts, partsOf, type PartVerdict } from '@gatehouse/screening'
import { screenFiles } from './screen-files.ts'
import { groupTexts, joinedTexts, lastTurns, spansByText, type TextGroup } from './text-groups.ts'
import { screenToolResults } from './tool-results.ts'
import { inputRun, isReusable, unmade } from './input-run.ts'

/** Maximum number of concurrent screenings, to limit the requests of model-based guards. */
const AT_ONCE_MAX = 8

/** Decision about a request, with the replacement texts. */
export interface RequestDecision {
  readonly verdict: StageVerdict
  readonly changed: ReadonlyMap<number, string>
}

/**
 * Screens every text of a request: application text, user and model texts, documents, and tool results by tool. Texts that a model may
 * read together are also screened together. Stops at the first block.
 */
export async function screenRequest(exchange: ChatExchange): Promise<RequestDecision> {
  const started_ms = performance.now()
  const { request, input } = exchange
  const groups = groupTexts(request)
  await yieldAfter(started_ms)
  const all = [...groups, ...joinedTexts(request)]
  const changed = new Map<number, string>()
  const spans = new Map<number, Span[]>()
  const verdicts: PartVerdict[] = []
  const conclude = (): RequestDecision => ({ verdict: mergeVerdicts(verdicts, input.mode, started_ms), changed })
  const isStopped = (own: readonly PartVerdict[]): boolean => own.some(({ action }) => stops(action))

  const whole = screenTotals(exchange)
  if (whole !== undefined) verdicts.push(whole instanceof Promise ? await whole : whole)
  if (isStopped(verdicts)) return conclude()
  let turn_ms = await yieldAfter(started_ms)
  for (let from = 0; from < all.length; from += AT_ONCE_MAX) {
    const batch = all.slice(from, from + AT_ONCE_MAX)
    const created = batch.map((group) => screenGroup(group, exchange))
    // oxlint-disable-next-line no-await-in-loop -- a bounded number at once, and none after a block
    const decided = await allOf(created)
    const known = verdicts.length
    for (const [at, verdict] of decided.entries()) {
      verdicts.push(verdict)
      const group = batch[at]!
      const found = from + at < groups.length ? verdict.redactions : acrossSeams(group, verdict.redactions, spans)
      for (const [{ index }, own] of spansByText(group, found)) {
        if (request.texts[index]!.isFixed === true) verdicts.push(unmade(verdict))
        else spans.set(index, [...(spans.get(index) ?? []), ...own])
      }
    }
    // Only new verdicts are checked, because a request may have ten thousand.
    if (isStopped(verdicts.slice(known))) return conclude()
    // oxlint-disable-next-line no-await-in-loop -- waits once in a while, and for nobody
    turn_ms = await yieldAfter(turn_ms)
  }
  // oxlint-disable-next-line no-await-in-loop -- only long arguments wait
  for (const [index, own] of spans) changed.set(index, await redacted(request.texts[index]!, own, exchange))
  const turns = screenTurns(groups, exchange)
  if (turns !== undefined) verdicts.push(turns instanceof Promise ? await turns : turns)
  if (isStopped(verdicts)) return conclude()
  verdicts.push(...(await screenFiles(exchange)))
  if (isStopped(verdicts)) return conclude()
  for (const verdict of await screenToolResults(exchange, changed)) verdicts.push(verdict)
  return conclude()
}

/** Avoids an await if there is no promise. */
function allOf<T>(created: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  const ready = created.filter((item): item is T => !(item instanceof Promise))
  return ready.length === created.length ? ready : Promise.all(created.map((item) => Promise.resolve(item)))
}

/** Returns the reusable part of a verdict, without the text and its redacted form. */
function lastingOf(verdict: StageVerdict): StageVerdict | undefined {
  if (!isReusable(verdict)) return undefined
  const { sanitized: _, ...lasting } = verdict
  return lasting
}

/** Screens a request as a whole: rate limits count it once, and lengths cover all messages. */
function screenTotals(exchange: ChatExchange): StageVerdict | Promise<StageVerdict> | undefined {
  const { perRequest } = partsOf(exchange.input)
  if (isEmpty(perRequest)) return undefined
  const text = exchange.request.texts.map((item) => item.text).join('\n\n')
  return runPolicy(perRequest, { text }, inputRun(exchange))
}

function screenGroup(group: TextGroup, exchange: ChatExchange): StageVerdict | Promise<StageVerdict> {
  const { perText } = partsOf(exchange.input)
  const run = inputRun(exchange)
  const isOwn = isTrusted(group.source)
  const subject: Subject = isOwn ? { text: group.text, untrustedLength: 0 } : { text: group.text }
  // Only a new turn is added to the remembered conversation. Later requests repeat its text.
  if (group.isNew && run.sessionId !== undefined) return runPolicy(perText, subject, run)
  const about = ['text', isOwn ? 'system' : '', run.agentKey, run.userRole, group.text]
  const make = () => runPolicy(perText, subject, { ...run, sessionId: undefined })
  return exchange.ports.verdicts.get<StageVerdict>(perText, about, make, lastingOf)
}

/** Screens the last turns as one text, because an attack may be split into harmless parts. */
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

/**
 * Returns redactions of joined texts beyond those of single texts. An address at the end of a text must not continue in the next text
 * without a space.
 */
function acrossSeams(
  group: TextGroup,
  redactions: readonly Span[],
  known: ReadonlyMap<number, readonly Span[]>,
): readonly Span[] {
  const claimed = group.pieces.flatMap(({ index, start, text, offset = 0 }) =>
    mergeSpans(known.get(index) ?? [])
      .filter((span) => span.end > offset && span.start < offset + text.length)
      .map((span) => ({ start: span.start - offset + start, end: span.end - offset + start })),
  )
  // Both lists are in order of position.
  let first = 0
  return mergeSpans(redactions).filter(({ start, end }) => {
    while (first < claimed.length && claimed[first]!.end <= start) first += 1
    return first === claimed.length || claimed[first]!.start >= end
  })
}

async function redacted(
  { source, text }: RequestText,
  values: readonly Span[],
  { tenant, ports }: ChatExchange,
): Promise<string> {
  const spans = mergeSpans(values)
  if (source !== 'tool_call') return redact(text, spans)
  // Redacted arguments must stay valid JSON.
  const payload = await openPayload(text, tenant.tenantId, ports.agentic.worker)
  return payload.rewrite(await payload.fromRaw(spans))
}
