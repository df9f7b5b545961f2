import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { openPage } from '../../apps/console/build/page.ts'
import { median, quantile } from '../lib/statistics.ts'

/** Issue 9: on a machine of this class. */
const PAINT_MS_MAX = 1_000
/** The document, and then its render-blocking resources in parallel. */
const ROUND_TRIPS_MAX = 2
const ROUNDS = 5
/** One page of each kind: lists, forms, tables, charts, of each area. */
const PAGES = [
  '/',
  '/sign-in',
  '/guard/playground',
  '/guard/policies',
  '/guard/approvals',
  '/guard/audit',
  '/guard/tenants',
  '/appsec/projects',
  '/appsec/scans',
  '/appsec/trends',
  '/redteam/runs',
  '/redteam/runs/new',
  '/redteam/reports',
] as const
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const out = (line: string) => process.stdout.write(`${line}\n`)

interface Seen {
  readonly paint_ms: number
  readonly ready_ms: number
  /** Sequential requests before the first paint. */
  readonly roundTrips: number
  /** Of the page's thread, until it shows its data. */
  readonly worked_ms: number
}

/** When the console is first seen, by a browser that has never been there, in front of the real services. */
export async function benchPaint(): Promise<void> {
  const executablePath = BROWSERS.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('This needs Chromium.')
  const folder = temporaryFolder()
  await openPage().settled
  const gatehouse = await startGatehouse(join(folder.path, 'data'), { CONSOLE_ENABLED: 'true', CONSOLE_PORT: '0' })
  const [, url = ''] = await gatehouse.printed(/^ {2}console +(http:\/\/\S+)/m)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await see(browser, url, '/')
    for (const path of PAGES) {
      const seen: Seen[] = []
      for (let round = 0; round < ROUNDS; round++) seen.push(await see(browser, url, path))
      tell(path, seen)
    }
  } finally {
    await browser.close()
    await gatehouse.stop()
    folder.remove()
  }
}

function tell(path: string, seen: readonly Seen[]): void {
  const paints = seen.map(({ paint_ms }) => paint_ms)
  const roundTrips = Math.max(...seen.map((item) => item.roundTrips))
  const isHeld = median(paints) <= PAINT_MS_MAX && roundTrips <= ROUND_TRIPS_MAX
  const of = (name: 'ready_ms' | 'worked_ms'): string => ms(median(seen.map((item) => item[name])))
  out(
    `${path.padEnd(18)} first paint ${ms(median(paints))} (p90 ${ms(quantile(paints, 0.9))}) after ${roundTrips} round trips ` +
      `(at most ${ms(PAINT_MS_MAX)} and ${ROUND_TRIPS_MAX}: ${isHeld ? 'holds' : 'MISSED'}); ` +
      `with its data ${of('ready_ms')}, ${of('worked_ms')} of work`,
  )
  if (!isHeld) process.exitCode = 1
}

/** One visit with a browser without cookies and cache. */
async function see(browser: Browser, url: string, path: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const from = performance.now()
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
    const ready_ms = performance.now() - from
    const { metrics } = await devtools.send('Performance.getMetrics')
    const worked_ms = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
    return { ready_ms, worked_ms, ...(await page.evaluate<Pick<Seen, 'paint_ms' | 'roundTrips'>>(PAINT)) }
  } finally {
    await context.close()
  }
}

/**
 * In the page: time of the first paint, and number of sequential requests before it. A render-blocking request that began after another
 * had ended counts as one more.
 */
const PAINT = `(() => {
  const paint_ms = performance.getEntriesByName('first-contentful-paint')[0].startTime
  const blocking = performance.getEntriesByType('resource')
    .filter(({ renderBlockingStatus, responseEnd }) => renderBlockingStatus === 'blocking' && responseEnd <= paint_ms)
    .sort((a, b) => a.startTime - b.startTime)
  let [roundTrips, end] = [1, 0]
  for (const { startTime, responseEnd } of blocking) {
    if (startTime < end) continue
    roundTrips += 1
    end = responseEnd
  }
  return { paint_ms, roundTrips }
})()`

const ms = (time: number): string => `${time.toFixed(0)} ms`
