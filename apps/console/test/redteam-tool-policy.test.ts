import { patient_ms } from '@gatehouse/testkit'
import { DEVELOPMENT_AGENTS, startAgent } from '@gatehouse/testkit/agents'
import { describe, expect, test } from 'vitest'
import { OUTSIDE, RUN, runOver } from './redteam-run.ts'
import { hasBrowser, inspect, useWorld } from './world.ts'

/** Enough attacks for a call of each tool. */
const MISUSE = { categories: ['tool_misuse'], attackConfig: { ...RUN.attackConfig, maxAttacksPerCategory: 8 } }

describe.skipIf(!hasBrowser)('guard policies for findings about tools', () => {
  const world = useWorld()

  test(
    'a tool policy that blocks a forbidden tool call is published from its finding, unless the policy has changed',
    async () => {
      const browser = await world.open()
      const { page } = browser
      const headers = { 'x-gatehouse-console': '1', origin: world.url }
      const doer = await startAgent(
        { ...DEVELOPMENT_AGENTS.find(({ name }) => name === 'works for everybody, openai')!, skills: ['use'] },
        OUTSIDE,
      )
      const policies = '/api/guard/v1/agents/tools/policies'
      const stored = async (): Promise<unknown> => (await page.request.get(policies)).json()
      try {
        // A model API proposes calls, so that a guard can stop them.
        const file = await runOver(world, page, { ...doer.target, type: 'openai' }, MISUSE)
        await browser.visit(`/redteam/reports/${file}`)
        const findings = page.getByRole('list', { name: 'Findings' })
        await findings.getByRole('button', { name: /unauthorized tool call issue_refund/ }).click()
        await page.getByRole('button', { name: 'Create guard policy' }).click()
        const dialog = page.getByRole('dialog', { name: 'Guard policy for this finding' })
        const rule = dialog.getByRole('list', { name: 'Draft policy' }).getByText('issue_refund on tool calls')
        await dialog.getByRole('button', { name: 'Draft policy' }).click()
        await rule.waitFor({ timeout: patient_ms(60_000) })
        await dialog.getByText('by Approval workflow').first().waitFor()
        await inspect(browser, 'redteam-guard-tool')

        const changed = { rate_limit: { limit: 7, window_seconds: 60 } }
        const put = await page.request.put(`${policies}/issue_refund`, { headers, data: changed })
        expect(put.status()).toBe(200)
        await dialog.getByRole('button', { name: 'Publish policy' }).click()
        await dialog.getByText(/policy has changed/).waitFor()
        expect(await stored()).toMatchObject({ tool_policies: { issue_refund: changed } })

        await dialog.getByRole('button', { name: 'Draft again' }).click()
        await expect.poll(() => dialog.getByText(/policy has changed/).count()).toBe(0)
        await rule.waitFor({ timeout: patient_ms(60_000) })
        await dialog.getByRole('button', { name: 'Publish policy' }).click()
        await dialog.getByText('The tool policies are published').waitFor()
        expect(await stored()).toMatchObject({
          tool_policies: { issue_refund: { ...changed, approval: { required: true } } },
        })
        browser.settle()
      } finally {
        await doer.close()
      }
    },
    patient_ms(180_000),
  )
})
