import { readFileSync } from 'node:fs'
import { patient_ms } from '@gatehouse/testkit'
import { type AgentSpec, DEVELOPMENT_AGENTS, type RunningAgent, startAgent } from '@gatehouse/testkit/agents'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mcNemar } from '../src/pages/redteam/parts/compare-runs.ts'
import { isPlaceless, spansByMessage } from '../src/pages/redteam/parts/spans.ts'
import { OUTSIDE, runOver } from './redteam-run.ts'
import { hasBrowser, inspect, useWorld } from './world.ts'

const XSS = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'
/** Direction turned around, and a letter that is not seen. */
const UNSEEN = '\u202Egnp.exe\u200B'
/** Complies with everything, and returns markup that a page must not interpret. */
const GULLIBLE: AgentSpec = {
  ...DEVELOPMENT_AGENTS.find(({ name }) => name === 'works for everybody, plain')!,
  skills: ['say', 'tell', 'recite', 'use'],
  instructions: `You look after parcels and the keys of the cellar. ${XSS} ${UNSEEN}`,
}

/** Exports the open report in every format, and checks the files. */
async function exportsOf(page: Page): Promise<void> {
  const saved = new Map<string, string>()
  await page.getByRole('button', { name: 'Export' }).click()
  const formats = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  for (const format of formats) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    saved.set(download.suggestedFilename().split('.').at(-1) ?? '', readFileSync(await download.path(), 'utf8'))
  }
  const of = (kind: string): string => saved.get(kind) ?? ''
  expect([...saved.keys()].toSorted()).toEqual(['csv', 'html', 'json', 'md', 'sarif', 'xml'])
  expect(JSON.parse(of('json'))).toMatchObject({ version: 1, summary: { totalAttacks: 9 } })
  expect(JSON.parse(of('sarif'))).toMatchObject({ version: '2.1.0', runs: [{ results: expect.any(Array) }] })
  expect(of('csv').split('\n').length).toBeGreaterThan(9)
  expect(of('md')).toMatch(/^# /)
  // The target's output is escaped in all of them.
  const read = (text: string, type: string) =>
    page.evaluate<readonly [number, number, number]>(
      `(() => { const read = new DOMParser().parseFromString(${JSON.stringify(text)}, ${JSON.stringify(type)}); return ['parsererror', 'script, img', 'testcase'].map((one) => read.querySelectorAll(one).length) })()`,
    )
  expect(await read(of('xml'), 'application/xml')).toEqual([0, 0, expect.any(Number)])
  expect((await read(of('xml'), 'application/xml'))[2]).toBeGreaterThan(2)
  expect(of('html')).toMatch(/^<!doctype html>/i)
  expect(of('html')).not.toMatch(/<(?:script|img)\b/i)
}

describe.skipIf(!hasBrowser)('reports of the red team', () => {
  const world = useWorld()
  let agent: RunningAgent
  let hardened: RunningAgent
  beforeAll(async () => {
    agent = await startAgent(GULLIBLE, OUTSIDE)
    hardened = await startAgent(
      DEVELOPMENT_AGENTS.find(({ name }) => name === 'hardened, plain')!,
      OUTSIDE,
    )
  })
  afterAll(() => Promise.all([agent.close(), hardened.close()]))

  test(
    'a report shows successful attacks, how to reproduce them, and guards that block them',
    async () => {
      const browser = await world.open()
      const { page } = browser
      await browser.visit('/redteam/reports')
      await page.getByText('No reports yet').waitFor()
      const file = await runOver(world, page, agent.target)
      await browser.visit('/redteam/reports')
      await page.getByRole('row', { name: new RegExp(agent.url) }).click()
      await page.getByRole('list', { name: 'Findings' }).waitFor()
      await inspect(browser, 'redteam-report')

      await page
        .getByRole('button', { name: /Sensitive information disclosure/ })
        .first()
        .click()
      const drawer = page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Conversation' }) })
      const conversation = drawer.getByRole('list', { name: 'Conversation' })
      // Only the secret's position is highlighted.
      const marked = await conversation.locator('mark').allInnerTexts()
      expect(new Set(marked)).toEqual(new Set(['***']))
      // The target's output is always rendered as text.
      expect(await conversation.innerText()).toContain('<script>document.title="owned"</script>')
      await conversation.getByText('U+202E').waitFor()
      await inspect(browser, 'redteam-finding')
      await drawer.getByRole('button', { name: 'Create guard policy' }).click()
      const dialog = page.getByRole('dialog', { name: 'Guard policy for this finding' })
      const proofs = dialog.getByRole('list', { name: 'Proofs' })
      // Without the canary, a proof that discloses it has no verdict: it is never green.
      await dialog.getByRole('button', { name: 'Draft policy' }).click()
      await proofs
        .getByText('Inconclusive')
        .first()
        .waitFor({ timeout: patient_ms(60_000) })
      await dialog.getByText(/^Proofs: [0-4] of 5 blocked in the replay$/).waitFor()
      await inspect(browser, 'redteam-guard-inconclusive')
      await dialog.getByLabel('Canary secret').fill(GULLIBLE.secret)
      await dialog.getByRole('button', { name: 'Draft again' }).click()
      await dialog.getByText('Draft policy for tenant default').waitFor({ timeout: patient_ms(60_000) })
      expect(new Set(await proofs.getByRole('listitem').locator('> :last-child').allInnerTexts())).toEqual(
        new Set(['Blocked']),
      )
      await dialog.getByText(/^False positives: \d of [1-9]\d* benign requests$/).waitFor()
      await dialog.getByText(/^\d repl(?:y|ies) to benign requests contain a canary/).waitFor()
      await dialog.getByText('stores no requests').waitFor()
      await inspect(browser, 'redteam-guard')
      await dialog.getByRole('button', { name: 'Publish policy' }).click()
      await dialog.getByText('Version 1 of the policy is published').waitFor()
      await inspect(browser, 'redteam-guard-published')
      // The guard now blocks the target's output.
      const answer = await page.request.post('/api/guard/guardrails/output', {
        headers: { 'x-gatehouse-console': '1', origin: world.url },
        data: { output: `Of course. ${GULLIBLE.secret}` },
      })
      expect(await answer.json()).toMatchObject({ safe: false, action: 'block' })
      await dialog.getByRole('button', { name: 'Done' }).click()
      // Stored canaries are hidden: the dialog states that publishing replaces them.
      await drawer.getByRole('button', { name: 'Create guard policy' }).click()
      await dialog.getByLabel('Canary secret').fill(GULLIBLE.secret)
      await dialog.getByRole('button', { name: 'Draft policy' }).click()
      await dialog.getByText('Publishing replaces stored hidden values').waitFor({ timeout: patient_ms(60_000) })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await drawer
        .getByRole('button', { name: / \/ No transformation$/ })
        .first()
        .click()
      await drawer.getByRole('heading', { name: 'Evidence', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

      await page.getByRole('tab', { name: /^Attacks/ }).click()
      await page.getByLabel('Search attacks').fill('agency')
      await page.getByRole('grid', { name: 'Attacks' }).getByRole('row').nth(1).click()
      await drawer
        .getByRole('list', { name: 'Tool calls' })
        .or(drawer.getByRole('list', { name: 'Conversation' }))
        .first()
        .waitFor()
      await inspect(browser, 'redteam-attack')
      await drawer.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('heading', { level: 1, name: 'New run' }).waitFor()
      await page.getByText('Secrets are not stored. Enter again: canary secret.').waitFor()
      await page.getByText('Custom attacks').first().waitFor()
      expect(await page.getByLabel('Base URL').inputValue()).toBe(agent.url)
      await page.getByRole('button', { name: 'Start run' }).click()
      await page.getByRole('button', { name: 'View report' }).waitFor({ timeout: patient_ms(30_000) })

      await browser.visit(`/redteam/reports/${file}?tab=breakdown`)
      await page.getByRole('table', { name: 'By category' }).waitFor()
      await inspect(browser, 'redteam-breakdown')
      await page.getByRole('tab', { name: 'Compliance' }).click()
      await page.getByText('System Prompt Leakage').click()
      await page
        .getByText(/^[1-9]\d* of \d+ judged attacks succeeded/)
        .filter({ visible: true })
        .first()
        .waitFor()
      await inspect(browser, 'redteam-compliance')
      await exportsOf(page)
      expect(await page.title()).not.toContain('owned')
      browser.settle()
    },
    patient_ms(180_000),
  )

  test(
    'two runs with the same seed are compared attack by attack, and all actions are audited',
    async () => {
      const browser = await world.open()
      const { page } = browser
      await runOver(world, page, agent.target)
      await runOver(world, page, { ...hardened.target, toolCallsPath: 'calls' })
      await browser.visit('/redteam/reports')
      const row = (url: string) =>
        page
          .getByRole('row', { name: new RegExp(url) })
          .first()
          .getByRole('checkbox')
      await row(agent.url).check()
      await row(hardened.url).check()
      await page.getByRole('button', { name: 'Compare selected' }).click()
      await page.getByRole('heading', { level: 1, name: 'Compare runs' }).waitFor()
      await page.getByText('Fewer attacks succeed than before.').waitFor()
      await page.getByRole('grid', { name: 'Attacks with a changed result' }).getByText('Fixed').first().waitFor()
      await inspect(browser, 'redteam-compare')

      await browser.visit('/redteam/attacks')
      await page.getByLabel('Search categories').fill('LLM07')
      await page.getByRole('button', { name: /Disclosure of the system prompt/ }).click()
      await page.getByRole('dialog').getByText('OWASP LLM 2025').waitFor()
      await page.keyboard.press('Escape')
      await inspect(browser, 'redteam-categories')
      await page.getByRole('tab', { name: /Strategies/ }).click()
      await page.getByLabel('Search strategies').fill('base64')
      await expect.poll(() => page.getByRole('button', { name: /Base64/ }).count()).toBeGreaterThan(0)

      await browser.visit('/redteam/audit')
      await page.getByRole('grid', { name: 'Audit log' }).getByText('run.started').first().waitFor()
      await page.getByRole('button', { name: 'Verify chain' }).click()
      await page.getByText('Chain verified').waitFor()
      await inspect(browser, 'redteam-audit')
      browser.settle()
    },
    patient_ms(120_000),
  )
})

describe('report details', () => {
  test('evidence is highlighted at its spans, only in its own turn, without duplicates', () => {
    const evidence = [
      { code: 'marker_in_reply', detail: 'It says the word.', turn: 1, excerpt: 'bakolidu', spans: [{ start: 6, end: 14 }] },
      { code: 'canary_in_reply', detail: 'It tells more.', turn: 1, spans: [{ start: 8, end: 20 }, { start: 30, end: 33 }] },
      { code: 'tool_called', detail: 'It called one.', turn: 0, excerpt: '{}' },
      { code: 'marker_in_reply', detail: 'Said in Base64.', turn: 0, decodedBy: ['base64'] },
    ] // prettier-ignore
    const [[at, spans], ...others] = [...spansByMessage(evidence)] as [[number, readonly object[]]]
    expect([at, spans.map((span) => Object.values(span).slice(0, 3)), others]).toEqual([
      3,
      [
        [3, 6, 14],
        [3, 30, 33],
      ],
      [],
    ])
    expect(evidence.filter(isPlaceless).map(({ detail }) => detail)).toEqual(['Said in Base64.'])
  })

  test('the McNemar p-value equals the exact binomial test', () => {
    expect(mcNemar(0, 0)).toBe(1)
    expect(mcNemar(5, 5)).toBe(1)
    expect(mcNemar(8, 0)).toBeCloseTo(2 / 2 ** 8, 10)
    expect(mcNemar(1, 9)).toBeCloseTo((2 * 11) / 2 ** 10, 10)
    expect(mcNemar(3_000, 2_000)).toBeLessThan(1e-9)
  })
})
