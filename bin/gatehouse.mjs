#!/usr/bin/env node
// The `gatehouse` command of a clone: `npx gatehouse …`, `npm run gatehouse -- …`, `node bin/gatehouse.mjs …`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from '../tools/ensure.mjs'
import { NODE_FLAGS, exitWith, runNode } from '../tools/runtime.mjs'

/**
 * The nursery of a scan holds what some files make, where that of servers holds a batch of requests: twice as large, it is
 * cleared half as often (750 files of Java, one thread, processor: 13.9 s and 13.2 s so; 820 large ones of TypeScript: 43.8 s and
 * 43.1 s; 35 MB more memory for each thread). Four times as large gains nothing more.
 *
 * A scan ends within a minute or so. Of its processor time an eighth went to making the fastest code of what then ran too seldom to
 * gain by it (750 files of Java, two threads: 27.0 s, and 23.3 s so; 820 large ones of TypeScript: 64.6 s and 60.9 s). What runs
 * most is still made so, ten times later, which where processors are to spare costs a few hundredths of the time by the clock.
 * Servers, which run for days, are started without this.
 *
 * Grammars are WebAssembly, with functions that are tables of thousands of states. To make the fastest code of one of them took up
 * to 900 MB for some seconds, more than all the rest of a scan, and no less processor than it saved: 325 files of all languages
 * took 955 MB and 9.3 s of processor, and 373 MB and 8.0 s so; 752 files of Java the same time. What is found is the same.
 */
const SCAN_FLAGS = [
  '--max-semi-space-size=32',
  '--invocation-count-for-turbofan=30000',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
]

const root = dirname(dirname(fileURLToPath(import.meta.url)))

await exitWith(async () => {
  await ensureDependencies(root, (line) => process.stderr.write(`${line}\n`))
  // The paths on the command line are the caller's, so the command keeps the caller's folder; `npm run` moved away from it.
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
  const cwd = script === 'gatehouse' && caller !== undefined ? caller : process.cwd()
  const given = process.argv.slice(2)
  const flags = given[0] === 'scan' ? [...NODE_FLAGS, ...SCAN_FLAGS] : NODE_FLAGS
  return runNode(root, [...flags, join(root, 'apps/cli/src/main.ts'), ...given], { cwd })
})
