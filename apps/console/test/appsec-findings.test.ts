import { beforeAll, describe, expect, test } from 'vitest'
import { fillFindings, XSS } from '@gatehouse/testkit'
import { askService, signUp } from './appsec/people.ts'
import { hasBrowser, inspect, useWorld, type Watched } from './world.ts'

const FINDINGS = 100_000
/** Requirement of the console's issue. */
const INTERACTION_MS_MAX = 100

describe.skipIf(!hasBrowser)('findings of the application-security service', () => {
  const world = useWorld()
  let browser: Watched
  let scanId: string

  beforeAll(async () => {
    browser = await world.open()
    const organizationId = await signUp(browser)
    ;({ scanId } = await fillFindings(world.dataDir, organizationId, FINDINGS))
  }, 300_000)

  const row = (at: number) => browser.page.locator(`[data-at="${at}"]`)
  const statusOf = async (search: string): Promise<unknown> => {
    const { findings } = (await askService(browser, `/api/scans/${scanId}/findings?search=${search}`)) as {
      findings: { status: string; statusNote: string | null }[]
    }
    return findings[0]
  }

  test('100,000 findings load without delay at any scroll position', async () => {
    const { page } = browser
    await browser.visit(`/appsec/scans/${scanId}/findings`)
    await page.getByRole('heading', { name: '100,000 findings' }).waitFor()
    await row(0).getByText(XSS).first().waitFor()
    await inspect(browser, 'appsec-findings')

    await row(0).focus()
    const devtools = await browser.context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const busy_ms = async (): Promise<number> => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
    }
    for (const [subject, act] of Object.entries(INTERACTIONS)) {
      const before_ms = await busy_ms()
      const times = (await page.evaluate<number[]>(`${IN_PAGE}; ${TIMED}(${act})`)).toSorted((a, b) => a - b)
      const worked_ms = (await busy_ms()) - before_ms
      const median = times[times.length / 2]!
      process.stdout.write(
        `${subject}: ${(worked_ms / times.length).toFixed(1)} ms of work each; drawn after ${median.toFixed(1)} ms, at worst ${times.at(-1)!.toFixed(1)} ms\n`,
      )
      // Waiting for a turn on a machine that others use is not the page's. `npm run bench:waits` reads the median above.
      expect(worked_ms / times.length).toBeLessThan(INTERACTION_MS_MAX)
    }
    // Only a few rows are rendered, and the rows at the jump target are loaded.
    expect(await page.locator('[data-at]').count()).toBeLessThan(60)
    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollTop = 0`)
    await row(0).getByText(XSS).first().waitFor()
    await row(0).focus()
    await page.keyboard.press('End')
    await row(FINDINGS - 1)
      .getByText(`Finding number ${FINDINGS - 1} `)
      .waitFor()
    browser.settle()
  }, 300_000)

  test('keyboard focus stays in the list at any speed, also on rows that are not loaded', async () => {
    const { page } = browser
    await browser.visit(`/appsec/scans/${scanId}/findings`)
    await row(0).getByText(XSS).first().waitFor()
    await row(0).focus()
    // Checked within the page after each key: between two checks from outside the focus might be lost and restored.
    await page.evaluate(`(() => {
      window.lost = []
      const look = (event) => requestAnimationFrame(() => {
        const row = document.activeElement.closest('[role=grid] [data-at]')
        if (row === null) window.lost.push(event.key + ' at ' + document.activeElement.tagName)
      })
      document.addEventListener('keydown', look, true)
    })()`)
    const at = (): Promise<number> => page.evaluate('Number(document.activeElement.dataset.at)')
    for (let pressed = 0; pressed < 300; pressed++) await page.keyboard.press('ArrowDown', { delay: 0 })
    expect(await at()).toBe(300)
    for (let pressed = 0; pressed < 20; pressed++) await page.keyboard.press('PageDown')
    expect(await at()).toBe(600)
    const active = page.locator('[data-at]:focus')
    await active.getByText('Finding number 600 ').waitFor()
    // A row that was rendered before it was loaded keeps the focus, and is in view.
    expect(await inView(page)).toBe(true)
    // A late page of results is rendered when it arrives.
    await page.route(/findings\?.*page=1000\b/, async (route) => {
      await expect.poll(() => page.locator('[data-at="99999"][aria-busy]').count()).toBe(1)
      await page.evaluate('new Promise((done) => setTimeout(done, 500))')
      await route.continue()
    })
    await page.keyboard.press('End')
    expect(await at()).toBe(FINDINGS - 1)
    await active.getByText(`Finding number ${FINDINGS - 1} `).waitFor()
    expect(await inView(page)).toBe(true)
    for (const [key, to] of Object.entries({
      PageUp: FINDINGS - 16,
      Home: 0,
      End: FINDINGS - 1,
      ArrowUp: FINDINGS - 2,
    })) {
      await page.keyboard.press(key)
      expect(await at()).toBe(to)
    }
    // After scrolling with the mouse, the keyboard continues from the previous row.
    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollTop = 0`)
    await row(0).waitFor()
    expect(await at()).toBe(FINDINGS - 2)
    await page.keyboard.press('ArrowUp')
    expect(await at()).toBe(FINDINGS - 3)
    expect(await inView(page)).toBe(true)
    expect(await page.evaluate('window.lost')).toEqual([])
    browser.settle()
  }, 300_000)

  test('filters, order and search run in the service and are part of the URL', async () => {
    const { page } = browser
    await browser.visit(`/appsec/scans/${scanId}/findings`)
    await page.getByRole('button', { name: 'High', exact: true }).click()
    await page.getByRole('heading', { name: '20,000 findings' }).waitFor()
    await page.getByLabel('Scanner').selectOption('Dependencies')
    await page.getByRole('heading', { name: '5,000 findings' }).waitFor()
    await page.getByRole('button', { name: 'Title', exact: true }).click()
    await expect.poll(() => page.url()).toContain('sort=title')
    expect(page.url()).toContain('severity=HIGH')
    const [first] = await row(0)
      .getByText(/^Finding number/)
      .allTextContents()
    // The shared URL shows the same state.
    await page.reload()
    await page.getByRole('heading', { name: '5,000 findings' }).waitFor()
    await expect
      .poll(() =>
        row(0)
          .getByText(/^Finding number/)
          .allTextContents(),
      )
      .toContain(first)
    await page.getByLabel('Search findings').fill('no such thing anywhere')
    await page.getByText('No matching findings').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('heading', { name: '100,000 findings' }).waitFor()
    // Invalid parameters are ignored.
    await browser.visit(`/appsec/scans/${scanId}/findings?severity=${encodeURIComponent(XSS)}&sort=-nothing`)
    await page.getByRole('heading', { name: '100,000 findings' }).waitFor()
    browser.settle()
  }, 120_000)

  test('are triaged by keyboard, individually and in bulk, with a reason where required', async () => {
    const { page } = browser
    await browser.visit(`/appsec/scans/${scanId}/findings`)
    await row(1).getByText('Finding number 1 ').waitFor()
    await row(0).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await row(1).getByText('In progress').waitFor()
    await expect.poll(() => statusOf('Finding+number+1+of')).toMatchObject({ status: 'IN_PROGRESS' })
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByText('3 selected').waitFor()
    const all = `document.querySelector('[aria-label="Select all loaded rows"]')`
    expect(await page.evaluate(`[${all}.checked, ${all}.indeterminate]`)).toEqual([false, true])
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByLabel('Note').fill(XSS)
    await inspect(browser, 'appsec-triage')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(4).getByText('Accepted risk').waitFor()
    await expect.poll(() => statusOf('Finding+number+4+of')).toMatchObject({ status: 'ACCEPTED_RISK', statusNote: XSS })

    // After a failed request the optimistic update is reverted and reported.
    await page.route('**/findings/bulk', (route) => route.abort())
    await row(5).focus()
    await page.keyboard.press('r')
    await page.getByText('Could not reach the console server.').waitFor()
    await row(5).getByText('Open', { exact: true }).waitFor()
    await page.unroute('**/findings/bulk')

    // Keys that lead to other pages are no statuses.
    await row(6).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    browser.settle(/net::ERR_FAILED/)
  }, 120_000)

  test('show all details and escape text of attackers', async () => {
    const { page } = browser
    await browser.visit(`/appsec/scans/${scanId}/findings`)
    await row(0).getByText(XSS).first().waitFor()
    await row(0).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: XSS }).waitFor()
    expect(await page.getByRole('list', { name: 'Data flow steps' }).getByRole('listitem').count()).toBe(3)
    await page.getByRole('list', { name: 'Dependency path' }).getByText('@scope/frame').waitFor()
    const links = page.getByRole('list', { name: 'References' }).getByRole('link')
    const reported = await Promise.all(
      (await links.all()).map(async (link) => [await link.getAttribute('href'), await link.getAttribute('rel')]),
    )
    expect(reported).toEqual([
      ['https://example.org/why', 'noreferrer noopener'],
      ['https://cwe.mitre.org/data/definitions/79.html', 'noreferrer noopener'],
    ])
    expect(await page.locator('main img').count()).toBe(0)
    await page.getByRole('button', { name: 'Triage' }).click()
    await page.getByLabel('Status').selectOption('False positive')
    await page.getByLabel('Justification').selectOption('Vulnerable code not in execute path')
    await page.getByLabel('Note').fill('Only tests call it.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .locator('main section p', { hasText: 'vulnerable_code_not_in_execute_path: Only tests call it.' })
      .waitFor()
    await page.getByText('by ann@example.org').first().waitFor()
    await inspect(browser, 'appsec-finding')
    browser.settle(/404 \(Not Found\)|net::ERR_FAILED/)
  }, 120_000)
})

/** User actions at the end of a mostly unloaded list. */
const INTERACTIONS = {
  move: `() => press('j')`,
  select: `() => press('x')`,
  scroll: `() => { scroller.scrollTop += 400 }`,
  jump: `(at) => { scroller.scrollTop = (scroller.scrollHeight * ((at * 7) % 20)) / 20 }`,
}

const IN_PAGE = `
  var press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  var scroller = document.querySelector('[role=grid]').parentElement`

/** Returns whether the focused row is completely visible in its list, below the header. */
const inView = (page: Watched['page']): Promise<boolean> =>
  page.evaluate(`(() => {
    const [row, list] = [document.activeElement, document.activeElement.closest('[role=grid]').parentElement].map((one) => one.getBoundingClientRect())
    const head = document.querySelector('[role=columnheader]').parentElement.getBoundingClientRect()
    return row.top >= head.bottom - 1 && row.bottom <= list.bottom + 1
  })()`)

/** In the page: how long from a key or a jump until the next picture is drawn. */
const TIMED = `(async (act) => {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const times = []
  for (let at = 0; at < 20; at++) {
    const from = performance.now()
    act(at)
    await painted()
    times.push(performance.now() - from)
    await painted()
  }
  return times
})`
