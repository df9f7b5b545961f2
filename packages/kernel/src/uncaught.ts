import { AsyncLocalStorage } from 'node:async_hooks'

/** Request or job that owns the uncaught errors of its asynchronous work. */
export interface WorkUnit {
  readonly kind: 'request' | 'job'
  /** Service name for metrics. */
  readonly service: string
  /** Fails the unit, and logs the reason. Must not throw. */
  crashed(error: unknown): void
}

/** Counts of uncaught errors by the kind of their unit; `none` for an unknown unit. */
export interface UncaughtCount {
  readonly unit: WorkUnit['kind'] | 'none'
  readonly count: number
}

const units = new AsyncLocalStorage<WorkUnit>()
const counts = new Map<string, number>()
let unowned = 0

/** Runs a function and its asynchronous work as part of a unit. */
export function runUnit<Result>(unit: WorkUnit, run: () => Result): Result {
  return units.run(unit, run)
}

/** Returns the current unit. */
export function currentUnit(): WorkUnit | undefined {
  return units.getStore()
}

/** Returns the uncaught errors of one service since the process started. Errors without a unit belong to the entire process. */
export function uncaughtErrors(service: string): readonly UncaughtCount[] {
  const of = (kind: WorkUnit['kind']): UncaughtCount => ({ unit: kind, count: counts.get(`${service} ${kind}`) ?? 0 })
  return [of('request'), of('job'), { unit: 'none', count: unowned }]
}

/**
 * Keeps the process running after an uncaught error: only the responsible unit fails.
 * @param report logs errors without a unit
 * @returns a function that restores the default, which ends the process
 */
export function surviveUncaught(report: (error: unknown) => void): () => void {
  const caught = (error: unknown): void => {
    const unit = units.getStore()
    if (unit === undefined) {
      unowned += 1
      report(error)
      return
    }
    const key = `${unit.service} ${unit.kind}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    unit.crashed(error)
  }
  process.on('uncaughtException', caught)
  process.on('unhandledRejection', caught)
  return () => {
    process.off('uncaughtException', caught)
    process.off('unhandledRejection', caught)
  }
}
