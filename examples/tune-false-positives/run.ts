// Tunes a policy with labelled prompts until it has no false positives.   npx node --conditions=gatehouse examples/tune-false-positives/run.ts
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import { createGuard } from '@gatehouse/guards'

interface Prompt {
  readonly text: string
  readonly attack: boolean
}

// #region prompts
const prompts = readFileSync(new URL('prompts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Prompt)
// #endregion

// #region watch
/** Counts what monitor mode would have blocked. */
async function watch(policy: GuardBlock): Promise<{ falsePositives: number; attacksDetected: number }> {
  const guard = createGuard({ mode: 'monitor', input: policy })
  let falsePositives = 0
  let attacksDetected = 0
  for (const { text, attack } of prompts) {
    const verdict = await guard.checkInput(text)
    const flagged = verdict.guardrail_results.filter(({ passed }) => !passed)
    if (attack && flagged.length > 0) attacksDetected += 1
    if (attack || !verdict.would_block) continue
    falsePositives += 1
    for (const { guardrail, category, score } of flagged) {
      process.stdout.write(`  ${guardrail} (${category}, ${score}): ${text}\n`)
    }
  }
  return { falsePositives, attacksDetected }
}
// #endregion

// #region first
const strict: GuardBlock = {
  payload_risk: { action: 'block' },
  pii_detection: { action: 'block' },
}
process.stdout.write('False positives of the first policy:\n')
const before = await watch(strict)
// #endregion
assert.equal(before.falsePositives, 4)
assert.equal(before.attacksDetected, 3)

// #region tuned
const tuned: GuardBlock = {
  // Users ask about payloads, and no system executes their text, so a warning is enough.
  payload_risk: { action: 'warn' },
  // Phone numbers are expected; card numbers are not.
  pii_detection: { action: 'redact', settings: { entities: ['CREDIT_CARD', 'IBAN_CODE', 'SECRET'] } },
}
const after = await watch(tuned)
// #endregion
assert.equal(after.falsePositives, 0)
assert.equal(after.attacksDetected, before.attacksDetected)
process.stdout.write(`False positives: ${before.falsePositives}, then ${after.falsePositives}; `)
process.stdout.write(`attacks detected: ${before.attacksDetected}, then ${after.attacksDetected}\n`)
