import { expect, test } from 'vitest'
import { obey, redteam, refuse, SHORT, startAgent, temporaryFolder } from './support.ts'

const LOUD = SHORT.filter((word) => word !== '-q')

test('on a terminal the progress bar is redrawn, and each weakness is reported when first seen', async () => {
  const agent = await startAgent(obey)
  const { err } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...LOUD], { isTTY: true })
  expect(err).toContain('\r\u001b[2K')
  expect(err.match(/✗ Prompt injection: attack instruction followed \(LLM01\), direct\n/g)).toHaveLength(1)
  // Nothing of the bar is left.
  expect(err.endsWith('\r\u001b[2K')).toBe(true)
})

test('a build log has plain lines, and their number does not depend on the run length', async () => {
  const agent = await startAgent(refuse)
  const long = ['--max-attacks', '60', '--rounds', '2']
  const { err } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...LOUD, ...long])
  expect(err).not.toMatch(/[\r\u001b]/)
  expect(err).toMatch(/^Checking that the target responds\nAttacking: at most \d+\n/)
  expect(err).toMatch(/^Round 2 of 2: \d+ of up to \d+ attacks, 0 succeeded$/m)
  expect(err.split('\n').length).toBeLessThan(30)
})

test('--quiet prints only the result', async () => {
  const agent = await startAgent(refuse)
  expect((await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT], { isTTY: true })).err).toBe('')
})
