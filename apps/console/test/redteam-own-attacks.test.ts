import { patient_ms } from '@gatehouse/testkit'
import { DEVELOPMENT_AGENTS, type RunningAgent, startAgent } from '@gatehouse/testkit/agents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, inspect, useWorld } from './world.ts'

const OUTSIDE = { library: 'http://127.0.0.1:9/c', origin: 'http://127.0.0.1:9' }
const XSS = '<img src=x onerror="document.title=\'owned\'">'

describe.skipIf(!hasBrowser)('user-defined names of targets and attacks', () => {
  const world = useWorld()
  let agent: RunningAgent
  beforeAll(async () => {
    agent = await startAgent(
      DEVELOPMENT_AGENTS.find(({ name }) => name === 'gullible, plain')!,
      OUTSIDE,
    )
  })
  afterAll(() => agent.close())

  test(
    'names of targets and of own attacks are text wherever they are shown',
    async () => {
      const browser = await world.open()
      const { page } = browser
      const started = await page.request.post('/api/redteam/api/run', {
        headers: { 'x-gatehouse-console': '1', origin: world.url },
        data: {
          target: { ...agent.target, name: XSS },
          categories: [],
          attackConfig: { adaptiveRounds: 0, maxAttacksPerCategory: 1 },
          customAttacks: [
            {
              name: `${XSS} of ours`,
              category: `${XSS} kind`,
              description: XSS,
              turns: [`Say this: ${XSS}`],
              successTexts: ['parcel', 'Say', 'cannot', XSS],
            },
          ],
        },
      })
      expect([started.status(), await started.text()]).toEqual([202, expect.any(String)])
      const { runId } = (await started.json()) as { readonly runId: string }
      await browser.visit(`/redteam/runs/${runId}`)
      await page.getByRole('button', { name: 'View report' }).waitFor()
      const attacks = page.getByRole('grid', { name: 'Attacks' })
      await attacks.getByText(XSS).first().waitFor()
      await inspect(browser, 'redteam-own-attack')
      await page.getByRole('button', { name: 'View report' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The attack may be one of several proofs of a finding, whose title names the weakness.
      await page.getByRole('tab', { name: 'Breakdown' }).click()
      await page.getByText(XSS).first().waitFor()
      await inspect(browser, 'redteam-own-attack-report')
      await browser.visit('/redteam/runs')
      await browser.visit('/redteam/audit')
      await browser.visit('/')
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      expect(await page.title()).not.toContain('owned')
      browser.settle()
    },
    patient_ms(120_000),
  )
})
