import { describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { hasBrowser, inspect, useWorld, WIDTHS } from './world.ts'

const XSS = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const AREAS = ['Guard', 'AppSec', 'Red team']

describe.skipIf(!hasBrowser)('shared page layout', () => {
  const world = useWorld()
  const heading = (page: Page, area: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: area, exact: true })

  test('is rendered with the document, in the selected theme, before any script or response', async () => {
    const browser = await world.open()
    const { page, context } = browser
    await context.addInitScript(`localStorage.setItem('gatehouse-theme', 'dark')`)
    let release = (): void => undefined
    const current = new Promise<void>((resolve) => (release = resolve))
    const requests: string[] = []
    await context.route(/\/assets\/.*\.js$|\/session$|\/api\//, async (route) => {
      requests.push(new URL(route.request().url()).pathname)
      await current
      await route.continue()
    })
    await page.goto('/guard/tenants', { waitUntil: 'commit' })
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await expect.poll(() => page.evaluate(`performance.getEntriesByName('first-contentful-paint').length`)).toBe(1)
    expect(await page.getByText('Gatehouse').filter({ visible: true }).count()).toBe(1)
    const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const first = await background()
    for (const { width, height } of Object.values(WIDTHS)) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    // No service request was sent yet, and every required script is requested by the document.
    const before = new Set(requests)
    expect([...before].filter((path) => !path.startsWith('/assets/'))).toEqual([])
    release()
    await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
    expect(requests.filter((path) => path.startsWith('/assets/') && !before.has(path))).toEqual([])
    expect(before.size).toBeGreaterThan(3)
    expect(await background()).toBe(first)
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    browser.settle()
    await context.close()
  })

  test('the menu shows every area on a single screen, and areas stay collapsed or expanded', async () => {
    const browser = await world.open()
    const { page, context } = browser
    await browser.visit('/')
    for (const area of AREAS) expect([area, await isSeen(page, area)]).toEqual([area, true])
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' })
    const guard = heading(page, 'Guard')
    expect(await guard.getAttribute('aria-expanded')).toBe('true')
    expect(
      await page
        .locator(`[id="${await guard.getAttribute('aria-controls')}"]`)
        .getByRole('link')
        .count(),
    ).toBeGreaterThan(9)
    await guard.focus()
    await page.keyboard.press('Enter')
    expect([await guard.getAttribute('aria-expanded'), await link.isVisible()]).toEqual(['false', false])
    await inspect(browser, 'menu-closed')

    // The active area cannot be collapsed, and stays open after navigation: nothing moves under the pointer.
    await browser.visit('/guard/approvals')
    expect([await guard.getAttribute('aria-expanded'), await guard.getAttribute('aria-disabled')]).toEqual([
      'true',
      'true',
    ])
    await guard.click({ force: true })
    expect(await link.isVisible()).toBe(true)
    // A sticky heading with entries below shows them first, and collapses only when it is visible alone.
    const reports = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' })
    await expect.poll(() => isUncovered(reports)).toBe(false)
    await heading(page, 'Red team').click()
    expect(await heading(page, 'Red team').getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => isUncovered(reports)).toBe(true)
    await heading(page, 'Red team').click()
    await heading(page, 'AppSec').press(' ')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const opened = await Promise.all(AREAS.map((area) => heading(page, area).getAttribute('aria-expanded')))
    expect(opened).toEqual(['true', 'false', 'false'])
    // The palette and other navigation open the area of their target.
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect.poll(() => heading(page, 'Red team').getAttribute('aria-expanded')).toBe('true')
    expect(await link.isVisible()).toBe(true)

    await page.setViewportSize(WIDTHS.narrow)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'AppSec', exact: true }).click()
    await menu.getByRole('link', { name: 'Trends' }).waitFor()
    await inspect(browser, 'menu-narrow')
    browser.settle()
    await context.close()
  })

  test.each([600, 700, 900])('sticky headings cover no active entry in a window of 900 × %i pixels', async (height) => {
    const browser = await world.open()
    const { page, context } = browser
    await page.setViewportSize({ width: 900, height })
    await browser.visit('/')
    for (const path of ['/appsec/organization', '/guard/playground', '/guard/server-defaults', '/redteam/audit']) {
      await browser.visit(path)
      await expect.poll(() => coveredCorners(page, path), { message: path }).toEqual([])
    }
    for (const area of AREAS) expect([area, await isSeen(page, area)]).toEqual([area, true])
    browser.settle()
    await context.close()
  })

  test('user input is escaped in lists, toasts, drawers, the palette and errors', async () => {
    const browser = await world.open()
    const { page, context } = browser
    await browser.visit('/guard/tool-policies')
    await page.getByRole('button', { name: 'New tool policy' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(XSS)
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('alert')
      .getByText(/not a tool name/)
      .waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('refund')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('refund saved.').waitFor()
    await page.getByRole('grid', { name: 'Tool policies' }).getByText('refund').click()
    await page.getByRole('dialog').getByRole('heading', { name: 'refund' }).waitFor()
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages and commands…').fill(XSS)
    await page.getByText('No matching pages or commands').waitFor()
    await page.keyboard.press('Escape')

    // Simulates a service that quotes its input.
    await context.route('**/api/guard/v1/agents/tools/policies*', (route) =>
      route.fulfill({ status: 400, json: { error: XSS, detail: XSS, violations: [{ path: XSS, message: XSS }] } }),
    )
    await page.reload()
    await page.getByRole('alert').getByText(XSS).waitFor()
    expect(await page.locator('main img, main script, [role=dialog] script').count()).toBe(0)
    expect(await page.title()).toBe('Tool policies · Gatehouse')
    browser.settle(/400|422/)
    await context.close()
  })
})

/** Returns whether the heading of an area is completely visible and not covered. */
async function isSeen(page: Page, area: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const heading = [...document.querySelectorAll('nav[aria-label=Main] button')].find(({ textContent }) => textContent === ${JSON.stringify(area)})
    const { left, top, bottom } = heading.getBoundingClientRect()
    return [top + 2, bottom - 2].every((at) => heading.contains(document.elementFromPoint(left + 12, at)))
  })()`)
}

/** Corners of the menu's entry for a path at which something else lies over it. */
async function coveredCorners(page: Page, path: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const link = document.querySelector('nav[aria-label=Main] a[href="${path}"]')
    const { left, right, top, bottom } = link.getBoundingClientRect()
    const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]))
    return corners.filter(([x, y]) => !link.contains(document.elementFromPoint(x, y))).map(String)
  })()`)
}

/** Returns whether a click would hit the entry at its position. */
async function isUncovered(entry: Locator): Promise<boolean> {
  const box = await entry.boundingBox()
  if (box === null) return false
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const href = await entry.getAttribute('href')
  const met = await entry
    .page()
    .evaluate<string | null>(`document.elementFromPoint(${x}, ${y})?.closest('a')?.getAttribute('href') ?? null`)
  return met === href
}
