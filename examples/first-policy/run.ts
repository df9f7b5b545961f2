// Runs the policy file beside this script over three prompts.   npx node --conditions=gatehouse examples/first-policy/run.ts
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { GuardBlock } from '@gatehouse/contracts/policies'
import { createGuard } from '@gatehouse/guards'
import { parse } from 'yaml'
import { z } from 'zod'

const file = z
  .object({ guardrails: z.object({ input_guardrails: GuardBlock, output_guardrails: GuardBlock }) })
  .parse(parse(readFileSync(new URL('gatehouse.yaml', import.meta.url), 'utf8')))
const guard = createGuard({ input: file.guardrails.input_guardrails, output: file.guardrails.output_guardrails })

const cases = [
  ['When is the merger announced?', 'block', undefined],
  ['Please look at TCK-1234 for ann@example.com', 'redact', 'Please look at [TICKET] for [EMAIL_ADDRESS]'],
  ['What is the weather like?', 'pass', undefined],
] as const

for (const [prompt, action, sanitized] of cases) {
  const verdict = await guard.checkInput(prompt)
  assert.equal(verdict.action, action, prompt)
  assert.equal(verdict.sanitized_output, sanitized)
  process.stdout.write(`${verdict.action.padEnd(8)} ${verdict.sanitized_output ?? prompt}\n`)
}
