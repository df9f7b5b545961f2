import type { BudgetRemaining, BudgetUsage } from '@gatehouse/contracts/agents'
import type { SharedState } from '../engine/ports.ts'
import { type Amounts, usdOf } from './call.ts'

/** Limits of a session or a day; undefined without a limit. */
export type Limits = { readonly [Name in keyof Amounts]: number | undefined }

/** Maximum of a counter, so that sums stay exact for any reports. */
export const COUNT_MAX = 2 ** 52

/** One counter. */
interface Counter {
  readonly span: Span
  readonly what: keyof Amounts
  readonly key: string
  readonly by: number
  readonly limit: number | undefined
  readonly ttl_ms: number
}

export type Span = 'session' | 'day'
const SPANS: readonly Span[] = ['session', 'day']
const WHATS = ['tokens', 'microUsd', 'toolCalls'] as const satisfies (keyof Amounts)[]

export interface Spending {
  readonly key: string
  readonly limits: Limits
  readonly ttl_ms: number
}

export interface Charged {
  /** First exceeded limit, or an exhausted one for an empty charge. */
  readonly over: { readonly span: Span; readonly what: keyof Amounts; readonly limit: number } | undefined
  readonly usage: BudgetUsage
  readonly remaining: BudgetRemaining
}

/**
 * Adds amounts to the counters of a session and of a day. All counters are incremented before any is checked, so that concurrent requests
 * never exceed a limit together, though each may be denied because of the other.
 * @param isRefusing whether a request over a limit is denied; it then subtracts its amounts
 * @throws {Failure} `unavailable`; earlier additions are subtracted if possible, otherwise they stay spent
 */
export async function charge(
  state: SharedState,
  spans: Readonly<Record<Span, Spending>>,
  amounts: Amounts,
  isRefusing: boolean,
): Promise<Charged> {
  const counters = SPANS.flatMap((span) =>
    WHATS.map((subject): Counter => ({
      span,
      what: subject,
      by: amounts[subject],
      ...counterOf(spans[span], subject),
    })),
  )
  const added = await addAll(state, counters)
  const isQuestion = WHATS.every((subject) => amounts[subject] === 0)
  const at = counters.findIndex(({ by, limit }, index) => {
    const max = limit ?? COUNT_MAX
    return isQuestion ? limit !== undefined && added[index]! >= max : by > 0 && added[index]! > max
  })
  const found = counters[at]
  const isBack = found !== undefined && isRefusing
  if (isBack) await refund(state, counters)
  const used = counters.map(({ by }, index) => Math.max(0, added[index]! - (isBack ? by : 0)))
  return {
    over: found === undefined ? undefined : { span: found.span, what: found.what, limit: found.limit ?? COUNT_MAX },
    usage: usageOf(counters, used),
    remaining: remainingOf(counters, used),
  }
}

function counterOf({ key, limits, ttl_ms }: Spending, subject: keyof Amounts) {
  return { key: `${key}:${subject}`, limit: limits[subject], ttl_ms }
}

async function addAll(state: SharedState, counters: readonly Counter[]): Promise<readonly number[]> {
  const done = await Promise.allSettled(counters.map(({ key, by, ttl_ms }) => state.increment(key, by, ttl_ms)))
  const failed = done.find((item) => item.status === 'rejected')
  if (failed === undefined) return done.map((item) => (item as PromiseFulfilledResult<number>).value)
  const created = counters.filter((_, index) => done[index]!.status === 'fulfilled')
  await refund(state, created).catch(() => undefined)
  throw failed.reason
}

async function refund(state: SharedState, counters: readonly Counter[]): Promise<void> {
  await Promise.all(
    counters
      .filter(({ by }) => by > 0)
      .map(async ({ key, by, ttl_ms }) => {
        // A counter that expired in between no longer includes this request.
        if ((await state.increment(key, -by, ttl_ms)) < 0) await state.increment(key, by, ttl_ms)
      }),
  )
}

function amountsOf<Value>(counters: readonly Counter[], span: Span, read: (counter: Counter, index: number) => Value) {
  const of = (subject: keyof Amounts): Value => {
    const index = counters.findIndex((counter) => counter.span === span && counter.what === subject)
    return read(counters[index]!, index)
  }
  return { tokens: of('tokens'), cost_usd: of('microUsd'), tool_calls: of('toolCalls') }
}

function usageOf(counters: readonly Counter[], used: readonly number[]): BudgetUsage {
  const read = ({ what }: Counter, index: number): number => (what === 'microUsd' ? usdOf(used[index]!) : used[index]!)
  return { ...amountsOf(counters, 'session', read), day: amountsOf(counters, 'day', read) }
}

function remainingOf(counters: readonly Counter[], used: readonly number[]): BudgetRemaining {
  const read = ({ what, limit }: Counter, index: number): number | null => {
    if (limit === undefined) return null
    const left = Math.max(0, limit - used[index]!)
    return what === 'microUsd' ? usdOf(left) : left
  }
  const session = amountsOf(counters, 'session', read)
  const day = amountsOf(counters, 'day', read)
  return {
    tokens: least(session.tokens, day.tokens),
    cost_usd: least(session.cost_usd, day.cost_usd),
    tool_calls: least(session.tool_calls, day.tool_calls),
    session,
    day,
  }
}

function least(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
