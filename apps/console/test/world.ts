import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BROWSER_PATH, type RunningGatehouse, startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openPage } from '../build/page.ts'
import { ROOT } from '../build/sources.ts'

/** Whether this machine has a browser. */
export const hasBrowser = BROWSER_PATH !== undefined
/** Pictures of pages, by name; ignored by git. */
export const PICTURES = join(ROOT, 'node_modules/.cache/gatehouse/pictures')
/** Fictitious admin key of the services that these tests start. */
export const ADMIN_KEY = 'made-up-admin-key-of-the-console-tests'
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')

const WAIT_MS = 60_000

export const WIDTHS = { wide: { width: 1440, height: 900 }, narrow: { width: 375, height: 812 } } as const

export interface World {
  /** The console's address. */
  url: string
  gatehouse: RunningGatehouse
  /** Data folder: tests with more data than a user would type write to its database. */
  dataDir: string
  /** Opens a page in a new browser without cookies. Console errors, script exceptions and policy violations fail the test at `settle`. */
  open(options?: { readonly theme?: 'light' | 'dark' }): Promise<Watched>
}

export interface Watched {
  readonly page: Page
  readonly context: BrowserContext
  /** Navigates to a path and waits until it is loaded and idle. */
  visit(path: string): Promise<void>
  /** Nothing has gone wrong in the browser since it was opened; errors that match are expected. */
  settle(expected?: RegExp): void
}

/** Starts the real services with the embedded database and the built console, for all tests of the file. */
export function useWorld(env: Readonly<Record<string, string>> = {}): World {
  const folder = temporaryFolder()
  let browser: Browser | undefined
  const world = {
    async open({ theme = 'light' } = {}) {
      browser ??= await chromium.launch({ executablePath: BROWSER_PATH!, args: ['--no-sandbox'] })
      const context = await browser.newContext({ colorScheme: theme, viewport: WIDTHS.wide, baseURL: world.url })
      // Of a machine that does other things at the same time.
      context.setDefaultTimeout(WAIT_MS)
      return watched(context, await context.newPage())
    },
  } as World
  beforeAll(async () => {
    const state = await openPage().settled
    if (!('folder' in state)) throw new Error(`The page is not built: ${JSON.stringify(state)}`)
    const settings = { CONSOLE_ENABLED: 'true', CONSOLE_PORT: '0', SHIELD_ADMIN_KEY: ADMIN_KEY, ...env }
    world.dataDir = join(folder.path, 'data')
    world.gatehouse = await startGatehouse(world.dataDir, settings)
    const [, url] = await world.gatehouse.printed(/^ {2}console +(http:\/\/\S+)/m)
    world.url = url!
  })
  afterAll(async () => {
    await browser?.close()
    await world.gatehouse.stop()
    folder.remove()
  })
  return world
}

function watched(context: BrowserContext, page: Page): Watched {
  const wrong: string[] = []
  page.on('console', (message) => {
    // Policy violations are reported here as errors too.
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`))
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
      wrong.push(`asked elsewhere: ${request.url()}`)
  })
  return {
    page,
    context,
    async visit(path) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
    },
    settle(expected) {
      expect(wrong.filter((line) => expected?.test(line) !== true)).toEqual([])
    },
  }
}

/**
 * Checks the open page: axe reports nothing in either theme, nothing overflows at 375 or 1440 pixels, the page is not empty, and
 * screenshots are stored under the name.
 */
export async function inspect({ page }: Watched, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const [width, size] of Object.entries(WIDTHS)) {
      await page.setViewportSize(size)
      // Colors and positions are those of the rendered frame.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      const drawn = await page.evaluate<{ readonly across: number; readonly words: number }>(
        `({ across: document.documentElement.scrollWidth, words: document.querySelector('main').innerText.trim().length })`,
      )
      expect(drawn.across, `${name} at ${size.width} pixels sticks out`).toBeLessThanOrEqual(size.width)
      expect(drawn.words, `${name} at ${size.width} pixels is blank`).toBeGreaterThan(20)
      // Widths have other parts, themes other colours: two of the four show each of them.
      if ((theme === 'light') === (width === 'narrow'))
        // On a busy machine axe may see a page between two themes; real violations persist.
        await expect.poll(() => violations(page), { message: `${name}, ${theme}, ${width}` }).toEqual([])
      await page.screenshot({ path: join(PICTURES, `${name}-${theme}-${width}.png`) })
    }
  }
  await page.setViewportSize(WIDTHS.wide)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Replaces the text of a code editor, as a user does who selects all and pastes. */
export async function pasteCode(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a')
  await editor.page().evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.shadowRoot.activeElement.dispatchEvent(event)
  }`)
}

/** Takes a screenshot of the open page at first sight, for the README: `tools/pictures.ts` copies it. */
export async function picture({ page }: Watched, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
  await page.screenshot({ path: join(PICTURES, `${name}-light-wide.png`) })
}

/** Returns axe's violations of WCAG 2.2 AA and of its best practices. */
async function violations(page: Page): Promise<readonly string[]> {
  // Runs like a debugger, outside of the page's policy, which would block the script.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  )
}
