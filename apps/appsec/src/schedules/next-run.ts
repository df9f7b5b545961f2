import type { Frequency, ScheduleBody } from '@gatehouse/contracts/appsec'
import { Failure } from '@gatehouse/kernel'
import { Cron } from 'croner'

/** At 02:00, when few users wait for workers; on Mondays, and on the first day of the month. */
const DEFAULTS: Readonly<Record<Exclude<Frequency, 'CUSTOM'>, string>> = {
  DAILY: '0 2 * * *',
  WEEKLY: '0 2 * * 1',
  BIWEEKLY: '0 2 * * 1',
  MONTHLY: '0 2 1 * *',
}

/** Minute, hour, day, month, day of the week. Other syntax of the library (seconds, years, words) is not standard cron. */
const FIVE_FIELDS = /^[0-9A-Za-z*,/?#-]+(?: +[0-9A-Za-z*,/?#-]+){4}$/
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]*$/

/** Own limit of dates checked for an even week. */
const DATES_MAX = 500
const DAY_MS = 86_400_000
/** Days from the preceding Monday to the Unix epoch, a Thursday. */
const MONDAY_OFFSET_DAYS = 3

export interface Timing {
  readonly frequency: Frequency
  readonly cronExpr: string
  /** IANA time zone name. */
  readonly timezone: string
}

/**
 * Returns the timing of a schedule.
 * @throws {Failure} `invalid_request` for an expression that is invalid or never due, and for an unknown time zone
 */
export function timingOf(scheduleBody: ScheduleBody, now: Date): Timing {
  const { cronExpr, timezone } = scheduleBody
  const frequency = scheduleBody.frequency ?? (typeof cronExpr === 'string' ? 'CUSTOM' : undefined)
  if (frequency === undefined) throw refused('frequency', 'Set frequency or cronExpr.')
  if (!isZone(timezone)) throw refused('timezone', `Unknown time zone ${timezone}.`)
  const fallback = frequency === 'CUSTOM' ? undefined : DEFAULTS[frequency]
  const expression = cronExpr?.replaceAll(/\s+/g, ' ') ?? fallback
  if (expression === undefined) throw refused('cronExpr', 'A schedule with frequency CUSTOM requires a cronExpr.')
  const timing = { frequency, cronExpr: expression, timezone }
  if (!FIVE_FIELDS.test(expression) || !isCron(timing)) {
    throw refused('cronExpr', 'cronExpr must have five fields: minute, hour, day of month, month and day of week.')
  }
  if (nextRun(timing, now) === null) throw refused('cronExpr', 'cronExpr never matches a date.')
  return timing
}

/**
 * Returns when a schedule is next due. A run in an hour that a clock change skips takes place afterwards. A repeated hour counts once.
 * @returns null if never
 */
export function nextRun(timing: Timing, after: Date): Date | null {
  const cron = cronOf(timing)
  let next = cron.nextRun(after)
  if (timing.frequency !== 'BIWEEKLY') return next
  for (let dates = 0; dates < DATES_MAX && next !== null; dates += 1) {
    if (isEvenWeek(next, timing.timezone)) return next
    next = cron.nextRun(next)
  }
  return null
}

function cronOf({ cronExpr, timezone }: Timing): Cron {
  return new Cron(cronExpr, { timezone, paused: true, mode: '5-part' })
}

function isCron(timing: Timing): boolean {
  try {
    cronOf(timing)
    return true
  } catch {
    return false
  }
}

function isZone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns whether the local date is in an even week, counted from the Monday before the Unix epoch. */
function isEvenWeek(at: Date, timezone: string): boolean {
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
  const days = Date.parse(`${day}T00:00:00Z`) / DAY_MS + MONDAY_OFFSET_DAYS
  return Math.floor(days / 7) % 2 === 0
}

function refused(field: string, message: string): Failure {
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', field], message, type: 'invalid_schedule' }],
  })
}
