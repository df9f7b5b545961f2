// The guards as a library: no server, no database.   npx node --conditions=gatehouse examples/library/run.ts
import assert from 'node:assert/strict'
// region library
import { createGuard } from '@gatehouse/guards'

const guard = createGuard({
  input: { keyword_blocklist: { action: 'block', settings: { blocklist: ['project falcon'] } } },
})

const verdict = await guard.checkInput('What is the budget of Project Falcon?')
// endregion
assert.equal(verdict.safe, false)
assert.equal(verdict.action, 'block')

const answer = await guard.checkOutput('Sure, write to ann.lee@example.com or call +44 20 7946 0958.')
assert.equal(answer.action, 'redact')
assert.ok(!answer.sanitized_output?.includes('ann.lee'))
process.stdout.write(
  `${verdict.guardrail_results.find(({ passed }) => !passed)?.message}\n${answer.sanitized_output}\n`,
)
