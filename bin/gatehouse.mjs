#!/usr/bin/env node
// The `gatehouse` command of a clone: `npx gatehouse …`, `npm run gatehouse -- …`, `node bin/gatehouse.mjs …`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from '../tools/ensure.mjs'
import { NODE_FLAGS, exitWith, runNode } from '../tools/runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

await exitWith(async () => {
  await ensureDependencies(root, (line) => process.stderr.write(`${line}\n`))
  // The paths on the command line are the caller's, so the command keeps the caller's folder; `npm run` moved away from it.
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
  const cwd = script === 'gatehouse' && caller !== undefined ? caller : process.cwd()
  return runNode(root, [...NODE_FLAGS, join(root, 'apps/cli/src/main.ts'), ...process.argv.slice(2)], { cwd })
})
