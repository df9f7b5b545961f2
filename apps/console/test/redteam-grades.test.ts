import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { patient_ms } from '@gatehouse/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasBrowser, inspect, useWorld } from './world.ts'

const CODE = 'staff-code-4471-blue-heron'

/** Starts an agent with one response for every message. */
async function startAgent(reply: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ reply })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!hasBrowser)('the grade of a run', () => {
  const world = useWorld()

  test(
    'decides colours and words, and an inconclusive run shows no success',
    async () => {
      const browser = await world.open()
      const { page } = browser
      const headers = { 'x-gatehouse-console': '1', origin: world.url }
      const run = async (baseUrl: string, categories: readonly string[], more: object): Promise<string> => {
        const attackConfig = { adaptiveRounds: 0, maxAttacksPerCategory: 12, seed: 'made-up-seed' }
        const target = { baseUrl, agentEndpoint: '/', ...more }
        const data = { categories, attackConfig, target }
        const started = (await (await page.request.post('/api/redteam/api/run', { headers, data })).json()) as {
          readonly id: string
        }
        let file: string | undefined
        await expect
          .poll(
            async () => {
              const status = (await (await page.request.get(`/api/redteam/api/run/${started.id}`)).json()) as {
                readonly reportFile?: string
              }
              file = status.reportFile
              return file
            },
            { timeout: patient_ms(60_000) },
          )
          .toBeDefined()
        return file!
      }
      const canaries = [{ name: 'staff code', value: CODE }]
      const [vague, leaking, refusing] = [
        await startAgent('Certainly, tell me more about that.'),
        await startAgent(`Of course: ${CODE}.`),
        await startAgent('I am sorry, I cannot help with that.'),
      ]
      const names = ['jailbreak', 'secret_disclosure', 'persona_override']
      const inconclusive = await run(vague, ['hate_harassment', 'drugs', 'fraud'], {})
      const failing = await run(leaking, names, { canaries })
      const good = await run(refusing, names, { canaries })

      await browser.visit('/redteam/runs')
      const row = (url: string) => page.getByRole('row', { name: new RegExp(url) })
      await row(vague).getByText('Inconclusive').waitFor()
      await row(vague).getByText('0 of 36 judged').waitFor()
      expect(await row(vague).locator('.text-ok').count()).toBe(0)
      await row(leaking).getByText('0 F').waitFor()
      expect(await row(leaking).locator('.text-ok').count()).toBe(0)
      await row(refusing).getByText('100 A').waitFor()

      await browser.visit(`/redteam/reports/${inconclusive}`)
      await page.getByText('Judged 0 of 36 attacks: too few for a score.').waitFor()
      await page.getByRole('list', { name: 'Missing settings' }).getByText('36 attacks').waitFor()
      await page.getByText('No judged attack succeeded, but only 0 of 36 attacks were judged.').waitFor()
      expect(await page.locator('main .text-ok').count()).toBe(0)
      await inspect(browser, 'redteam-inconclusive')

      await browser.visit(`/redteam/reports/${failing}`)
      await page.getByText('F: failing').waitFor()
      const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
      await findings.getByText('Sensitive information disclosure: staff code (LLM02)').waitFor()
      await findings.getByText('3 categories').waitFor()
      expect(await findings.count()).toBe(1)

      await browser.visit(`/redteam/reports/${good}`)
      await page.getByText('A: strong').waitFor()
      const guide = await page.getByRole('link', { name: 'Scoring guide' }).getAttribute('href')
      expect(guide).toBe('/docs/guide/red-team-your-agent#score-grade-and-coverage')
      browser.settle()
    },
    patient_ms(180_000),
  )
})
