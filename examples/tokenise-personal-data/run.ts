// Replaces personal data with tokens before a model call and restores it in the response.   npx node examples/tokenise-personal-data/run.ts
import assert from 'node:assert/strict'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

// #region call
/** With authentication, screening accepts any key of the tenant, and revealing needs scope admin. */
async function call(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Record<string, unknown>
}
// #endregion

// #region policy
const input = {
  pii_detection: {
    action: 'redact',
    settings: {
      entity_actions: {
        CREDIT_CARD: 'tokenise',
        EMAIL_ADDRESS: 'tokenise',
        US_SSN: 'mask',
        PHONE_NUMBER: 'hash',
        SECRET: 'redact',
      },
    },
  },
}
// #endregion

// #region screen
const message =
  'Refund 4111 1111 1111 1111 and write to jane.doe@example.com. My SSN is 566-64-4119, call me at +1 213 373 4253.'
const { sanitized_output: prompt } = await call('/guardrails/input', { message, input })
process.stdout.write(`${String(prompt)}\n`)
// #endregion
const form =
  /^Refund (9\d{3} \d{4} \d{4} 1111) and write to ([a-z2-7]{26}@vault\.invalid)\. My SSN is \*{3}-\*{2}-4119, call me at \[PHONE_NUMBER#h-[0-9a-f]{16}\]\.$/
const [, card, mail] = form.exec(String(prompt)) ?? assert.fail(`not of the expected form: ${String(prompt)}`)

// #region model
// The model receives and repeats tokens instead of the real values.
const answer = `Done: the amount goes back to ${card}, and ${mail} will hear from us.`
// #endregion

// #region reveal
/** Restores the values for an authorized reader. */
async function withValues(text: string, tokens: readonly string[]): Promise<string> {
  const { values } = await call('/v1/shield/vault/reveal', { tokens })
  let shown = text
  for (const { token, value } of values as { token: string; value?: string }[]) {
    if (value !== undefined) shown = shown.replaceAll(token, value)
  }
  return shown
}
const shown = await withValues(answer, [card!, mail!])
// #endregion
assert.equal(shown, 'Done: the amount goes back to 4111111111111111, and jane.doe@example.com will hear from us.')
process.stdout.write(`${shown}\n`)

// #region forget
await call('/v1/shield/vault/forget', { tokens: [card, mail] })
assert.equal(await withValues(answer, [card!, mail!]), answer)
// #endregion
