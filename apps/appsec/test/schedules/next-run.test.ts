import { describe, expect, test } from 'vitest'
import { nextRun, type Timing } from '../../src/schedules/next-run.ts'

const daily = (timezone: string, cronExpr = '30 2 * * *'): Timing => ({ frequency: 'DAILY', cronExpr, timezone })
const iso = (timing: Timing, after: string) => nextRun(timing, new Date(after))?.toISOString()

describe('the next run', () => {
  test('follows the clock on the wall through both changes of time', () => {
    const vienna = daily('Europe/Vienna', '0 6 * * *')
    expect(iso(vienna, '2026-03-28T12:00:00Z')).toBe('2026-03-29T04:00:00.000Z')
    expect(iso(vienna, '2026-10-24T12:00:00Z')).toBe('2026-10-25T05:00:00.000Z')
  })

  test('occurs once on the day of a skipped hour and once on the day of a repeated hour', () => {
    const vienna = daily('Europe/Vienna')
    const runs = (from: string) => {
      const found: string[] = []
      for (let at = from; found.length < 3; at = found.at(-1)!) found.push(iso(vienna, at)!)
      return found
    }
    expect(runs('2026-03-28T00:00:00Z').map((at) => at.slice(0, 10))).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
    ])
    expect(runs('2026-10-23T22:00:00Z').map((at) => at.slice(0, 10))).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
    ])
  })

  test('of a biweekly schedule is two weeks after the previous run, from any start', () => {
    const timing: Timing = { frequency: 'BIWEEKLY', cronExpr: '0 2 * * 1', timezone: 'America/New_York' }
    const first = nextRun(timing, new Date('2026-11-21T00:00:00Z'))!
    const second = nextRun(timing, first)!
    expect(second.getTime() - first.getTime()).toBe(14 * 86_400_000)
    expect(nextRun(timing, new Date(first.getTime() + 3 * 86_400_000))).toEqual(second)
  })

  test('is undefined without a matching date', () => {
    expect(nextRun(daily('UTC', '0 0 30 2 *'), new Date('2026-01-01T00:00:00Z'))).toBeNull()
  })
})
