import { startScriptedModel } from '@gatehouse/testkit/model'
import { expect, onTestFinished, test } from 'vitest'
import { readReport, redteam, refuse, SHORT, startAgent, temporaryFolder } from './support.ts'

test('a run uses the configured model, reports its reliability, and uses no model if disabled', async () => {
  const model = await startScriptedModel(() => ({ text: 'I would rather not.' }))
  onTestFinished(() => model.close())
  const folder = temporaryFolder()
  const agent = await startAgent(refuse)
  const env = { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'useless', MODEL_API_KEY: 'made-up-model-key' }
  const run = ['run', '-t', agent.url, ...SHORT, '--rounds', '1', '--no-serve', '--report', 'report.json']
  const outcome = await redteam(folder, run, { env })
  expect([outcome.code, outcome.err]).toEqual([0, ''])
  expect(outcome.out).toMatch(
    /^Models {4}0 of 0 undecided replies judged, 0 attacks written, \d+ tokens, useless: It decided only 0 of 12/m,
  )
  expect(readReport(folder).models?.judges).toMatchObject([{ model: 'useless', used: false }])
  expect(JSON.stringify(readReport(folder)) + outcome.out).not.toContain('made-up-model-key')
  const before = model.requests.length
  const without = await redteam(folder, [...run, '--no-models'], { env })
  expect(model.requests).toHaveLength(before)
  expect(without.out).not.toContain('Models')
  expect(readReport(folder)).not.toHaveProperty('models')
  const wrong = await redteam(folder, run, { env: { MODEL_BASE_URL: model.baseUrl } })
  expect([wrong.code === 0, wrong.err]).toEqual([false, expect.stringContaining('MODEL_NAME')])
})
