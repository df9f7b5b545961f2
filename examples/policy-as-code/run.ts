// Tests and pushes a policy file, and restores the previous configuration.   GATEHOUSE_URL=http://127.0.0.1:4000 npx node --conditions=gatehouse examples/policy-as-code/run.ts
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'
const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))
const shop = fileURLToPath(new URL('shop.yaml', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-example-'))
const before = join(folder, 'before.yaml')

/** Runs `gatehouse policy …`. @returns the exit code and the output */
function policy(...args: string[]): Promise<{ readonly code: number; readonly out: string }> {
  const env = { ...process.env, GATEHOUSE_URL: base }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=gatehouse', main, 'policy', ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr })
      },
    )
  })
}

async function actionOn(message: string): Promise<string> {
  const response = await fetch(`${base}/v1/shield/classify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  return ((await response.json()) as { action: string }).action
}

try {
  // The cases need no server. In a pipeline, this step fails on a regression.
  const tested = await policy('test', shop)
  assert.equal(tested.code, 0, tested.out)
  assert.match(tested.out, /8 passed, 0 failed/)
  const broken = join(folder, 'broken.yaml')
  writeFileSync(broken, readFileSync(shop, 'utf8').replace('project falcon', 'project heron'))
  assert.equal((await policy('test', broken)).code, 1)

  await policy('pull', '--out', before)
  const difference = await policy('diff', shop)
  assert.equal(difference.code, 1)
  assert.match(difference.out, /\+ agents\.shop-assistant/)
  const pushed = await policy('push', shop)
  assert.equal(pushed.code, 0, pushed.out)
  assert.equal((await policy('diff', shop)).code, 0)
  assert.match((await policy('push', shop)).out, /no changes/)
  // A push takes effect on every instance within one second.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  assert.equal(await actionOn('When does Project Falcon start?'), 'block')
  process.stdout.write(tested.out + pushed.out)
} finally {
  const restored = await policy('push', before)
  assert.equal(restored.code, 0, restored.out)
  rmSync(folder, { recursive: true, force: true })
}
