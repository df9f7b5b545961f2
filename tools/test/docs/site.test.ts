import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KINDS, unplaced } from '../../docs/navigation.ts'
import { readPages } from '../../docs/pages.ts'
import { listFiles } from '../../lib/tree.ts'
import { hasBrowser, openBrowser, type ServedSite, serveSite } from './browser.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'node_modules/.cache/gatehouse/docs')
/** One page of each kind: start page, lesson, guide, endpoints, rules with highlighted code, tables, a list. */
const PAGES = [
  '',
  'guide/protect-a-chat-app.html',
  'guide/hand-on-less.html',
  'generated/endpoints/redteam/runs.html',
  'generated/rules/compose.html',
  'generated/errors.html',
  'decisions/',
] as const
/** Too large for axe within the test timeout; their components are covered by the pages above. */
const LARGE_PAGES = [
  'generated/rules/terraform.html',
  'generated/cli.html',
  'generated/attack-categories.html',
  'generated/endpoints/guard/content-guards.html',
  'project/architecture.html',
] as const
/** Timeout of an initial build on a busy machine. */
const BUILD_MS_MAX = 600_000
interface Size {
  readonly width: number
  readonly height: number
}
const WIDE: Size = { width: 1440, height: 900 }
const NARROW: Size = { width: 375, height: 812 }
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

let policy = ''
beforeAll(async () => {
  const script = ['--conditions=gatehouse', join(ROOT, 'tools/docs.ts')]
  await promisify(execFile)(process.execPath, script, { cwd: ROOT, maxBuffer: 1 << 24 })
  const manifest = JSON.parse(readFileSync(join(FOLDER, 'gatehouse-docs.json'), 'utf8')) as { policy: string }
  policy = manifest.policy
}, BUILD_MS_MAX)

describe('the built site', () => {
  const files = () => listFiles(FOLDER).filter((path) => path.endsWith('.html'))

  test('has a page for each page of the repository', async () => {
    const built = new Set(files())
    const pages = (await readPages(ROOT)).map(({ at }) => at.replace(/\.md$/, '.html'))
    expect(pages.filter((page) => !built.has(page))).toEqual([])
    expect(pages.length).toBeGreaterThan(200)
  })

  test('assigns each guide page to exactly one kind', async () => {
    const paths = (await readPages(ROOT)).map(({ path }) => path)
    expect(unplaced(paths)).toEqual([])
    const named = KINDS.flatMap(({ sections }) => sections.flatMap(({ pages }) => pages)).filter((item) =>
      item.endsWith('.md'),
    )
    expect(named.filter((item, at) => !paths.includes(item) || named.indexOf(item) !== at)).toEqual([])
  })

  test('contains no inline script, style or handler, and the policy allows none of them', () => {
    const inline = /<script(?![^>]*\ssrc=)|<style\b|<[a-z][^<>]*\s(?:style|on\w+)=/
    const found = files().filter((path) => inline.test(readFileSync(join(FOLDER, path), 'utf8')))
    expect(found).toEqual([])
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })
})

describe.skipIf(!hasBrowser())('in a browser', () => {
  let site: ServedSite
  let browser: Browser
  beforeAll(async () => {
    site = await serveSite(FOLDER, policy)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  /** Opens a page and records its errors and requests. */
  async function watched(scheme: 'light' | 'dark', viewport: Size): Promise<[Page, string[]]> {
    const context = await browser.newContext({ colorScheme: scheme, viewport })
    // The machine may be busy with all other tests.
    context.setDefaultTimeout(90_000)
    const page = await context.newPage()
    const wrong: string[] = []
    page.on('console', (message) => wrong.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) wrong.push(`asks ${request.url()}`)
    })
    return [page, wrong]
  }

  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    const text = await page.locator('.vp-doc').innerText()
    const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    // A page that failed to hydrate is empty.
    expect([path, text.length > 500, over]).toEqual([path, true, 0])
  }

  test.each(['light', 'dark'] as const)(
    'shows its pages %s, without errors and with accessible markup',
    async (scheme) => {
      const [page, wrong] = await watched(scheme, WIDE)
      for (const path of PAGES) {
        await visit(page, path)
        expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(scheme === 'dark')
        await page.evaluate(axe.source)
        const options = JSON.stringify({ runOnly: STANDARDS })
        const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`)
        expect(violations.map(({ id, nodes }) => [path, id, nodes.length, nodes[0]?.html])).toEqual([])
      }
      expect(wrong).toEqual([])
      await page.context().close()
    },
  )

  test('fits narrow screens', async () => {
    const [page, wrong] = await watched('light', NARROW)
    for (const path of [...PAGES, ...LARGE_PAGES]) await visit(page, path)
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test('finds a search term, and opens the result without a page load', async () => {
    const [page, wrong] = await watched('light', WIDE)
    await page.goto(site.url, { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await page.locator('.VPLocalSearchBox input').fill('competitor_mention')
    const first = page.locator('.VPLocalSearchBox .result').first()
    await first.waitFor()
    expect(await page.locator('.VPLocalSearchBox .results').innerText()).toMatch(/competitor/i)
    await page.keyboard.press('Enter')
    await page.waitForURL(/competitor/)
    await expect.poll(() => page.locator('.vp-doc h1').innerText()).toMatch(/competitor/i)
    // The selected theme persists.
    await page.locator('.VPSwitchAppearance').first().click()
    await page.reload({ waitUntil: 'networkidle' })
    expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(true)
    expect(wrong).toEqual([])
    expect(site.missing).toEqual([])
    await page.context().close()
  })
})
