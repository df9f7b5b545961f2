// Hardens an agent: attacks it, drafts a policy, and replays the proofs behind it.   npx node --conditions=gatehouse examples/harden/run.ts
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { STAFF_CODE, startAgent } from '../red-team/agent.ts'

const gatehouse = resolve(import.meta.dirname, '../../bin/gatehouse.mjs')
const folder = mkdtempSync(join(tmpdir(), 'harden-'))
const agent = await startAgent(false, 0)

// region harden
const args = ['redteam', 'harden', '--target', agent.url, '--guard', 'policy.yaml', '--canary', 'code=STAFF_CODE']
const size = ['--categories', 'secret_disclosure', '--max-attacks', '10', '--rounds', '1', '--seed', 'example']
const options = { cwd: folder, env: { ...process.env, STAFF_CODE } }
const output = await new Promise<string>((done) => {
  // A finding that stays open is exit code 1.
  execFile(process.execPath, [gatehouse, ...args, ...size, '--json', '--quiet', '--no-serve'], options, (_, out) =>
    done(out),
  )
})
const { before, after, findings, benign } = JSON.parse(output)
// endregion

assert.ok(before.succeeded > 0)
assert.deepEqual(after, { succeeded: 0, blocked: before.succeeded })
assert.ok(findings.every(({ status }: { status: string }) => status === 'blocked'))
// Reports contain no secret; the policy contains it, to detect it in replies.
assert.ok(readFileSync(join(folder, 'policy.yaml'), 'utf8').includes('_guardrails'))
process.stdout.write(`${before.succeeded} proofs succeed without the guard, ${after.succeeded} behind it\n`)
process.stdout.write(`${benign.blocked.length} of ${benign.sent} benign requests blocked\n`)

agent.server.close()
rmSync(folder, { recursive: true })
