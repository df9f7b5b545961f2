import { patient_ms } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { World } from './world.ts'

/** Surroundings of an agent: nothing answers there. */
export const OUTSIDE = { library: 'http://127.0.0.1:9/c', origin: 'http://127.0.0.1:9' }
/** Small run with a fixed seed. */
export const RUN = {
  categories: ['system_prompt_leak', 'secret_disclosure', 'excessive_agency'],
  attackConfig: { adaptiveRounds: 0, maxAttacksPerCategory: 3, seed: 'made-up-seed', concurrency: 2 },
}

/** Runs attacks through the console's server. @returns the file name of the report */
export async function runOver(world: World, page: Page, target: unknown, changes: object = {}): Promise<string> {
  const headers = { 'x-gatehouse-console': '1', origin: world.url }
  const started = await page.request.post('/api/redteam/api/run', { headers, data: { ...RUN, ...changes, target } })
  const { id } = (await started.json()) as { readonly id: string }
  let file: string | undefined
  await expect
    .poll(
      async () => {
        const run = (await (await page.request.get(`/api/redteam/api/run/${id}`)).json()) as {
          readonly reportFile?: string
        }
        file = run.reportFile
        return file
      },
      { timeout: patient_ms(60_000) },
    )
    .toBeDefined()
  return file!
}
