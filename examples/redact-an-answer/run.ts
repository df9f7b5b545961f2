// Screens a model's response with the output guards and forwards the result.   npx node examples/redact-an-answer/run.ts
import assert from 'node:assert/strict'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

/** The response, its redacted form, or a replacement if it is blocked. */
async function forward(output: string): Promise<string> {
  const response = await fetch(`${base}/guardrails/output`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ output }),
  })
  const verdict = (await response.json()) as { safe: boolean; sanitized_output?: string }
  if (!verdict.safe) return 'This answer was withheld.'
  return verdict.sanitized_output ?? output
}

const shown = await forward('The account is DE89 3704 0044 0532 0130 00, held by a client.')
assert.equal(shown, 'The account is [IBAN_CODE], held by a client.')
assert.equal(await forward('The shop opens at nine.'), 'The shop opens at nine.')
process.stdout.write(`${shown}\n`)
