// Tunes a policy on labelled prompts until nobody is blocked for nothing.   npx node --conditions=gatehouse examples/tune-false-positives/run.ts
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { GuardBlock } from '@gatehouse/contracts'
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
/** Monitor mode blocks nothing and says what it would have done. */
async function watch(policy: GuardBlock): Promise<{ blockedForNothing: number; attacksSeen: number }> {
  const guard = createGuard({ mode: 'monitor', input: policy })
  let blockedForNothing = 0
  let attacksSeen = 0
  for (const { text, attack } of prompts) {
    const verdict = await guard.checkInput(text)
    const flagged = verdict.guardrail_results.filter(({ passed }) => !passed)
    if (attack && flagged.length > 0) attacksSeen += 1
    if (attack || !verdict.would_block) continue
    blockedForNothing += 1
    for (const { guardrail, category, score } of flagged) {
      process.stdout.write(`  ${guardrail} (${category}, ${score}): ${text}\n`)
    }
  }
  return { blockedForNothing, attacksSeen }
}
// #endregion

// #region first
const strict: GuardBlock = {
  payload_risk: { action: 'block' },
  pii_detection: { action: 'block' },
}
process.stdout.write('Blocked for nothing by the first policy:\n')
const before = await watch(strict)
// #endregion
assert.equal(before.blockedForNothing, 4)
assert.equal(before.attacksSeen, 3)

// #region tuned
const tuned: GuardBlock = {
  // People here ask about payloads all day, and nothing runs what they write: say so, and let it through.
  payload_risk: { action: 'warn' },
  // A phone number is part of the job; a card number is not.
  pii_detection: { action: 'redact', settings: { entities: ['CREDIT_CARD', 'IBAN_CODE', 'SECRET'] } },
}
const after = await watch(tuned)
// #endregion
assert.equal(after.blockedForNothing, 0)
assert.equal(after.attacksSeen, before.attacksSeen)
process.stdout.write(`Blocked for nothing: ${before.blockedForNothing}, then ${after.blockedForNothing}; `)
process.stdout.write(`attacks seen: ${before.attacksSeen}, then ${after.attacksSeen}\n`)
