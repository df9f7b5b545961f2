#!/usr/bin/env node
// The `gatehouse` command of a clone: `npx gatehouse …`, `npm run gatehouse -- …`, `node bin/gatehouse.mjs …`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from '../tools/ensure.mjs'
import { NODE_FLAGS, exitWith, runNode } from '../tools/runtime.mjs'

/**
 * The young generation of a scan contains objects of some files, that of servers a batch of requests: with twice the size, it is collected
 * half as often (750 Java files, one thread, CPU: 13.9 s and 13.2 s with it; 820 large TypeScript files: 43.8 s and 43.1 s; 35 MB more
 * memory per thread). Four times the size has no further benefit.
 *
 * A scan takes about a minute. An eighth of its CPU time was spent on optimizing code that then ran too rarely to benefit (750 Java files,
 * two threads: 27.0 s, and 23.3 s with this setting; 820 large TypeScript files: 64.6 s and 60.9 s). The hottest code is still optimized,
 * ten times later, which with spare CPUs costs a few hundredths of the wall clock time. Servers, which run for days, are started without
 * it.
 *
 * Grammars are WebAssembly, with functions that are tables of thousands of states. Optimizing one of them took up to 900 MB for some
 * seconds, more than the rest of a scan, and as much CPU time as it saved: 325 files of all languages took 955 MB and 9.3 s of CPU time,
 * and 373 MB and 8.0 s with this setting; 752 Java files the same time. The findings are equal.
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
  // Paths on the command line are relative to the caller's folder, so the command keeps it; `npm run` changes the folder.
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
  const cwd = script === 'gatehouse' && caller !== undefined ? caller : process.cwd()
  const given = process.argv.slice(2)
  const flags = given[0] === 'scan' ? [...NODE_FLAGS, ...SCAN_FLAGS] : NODE_FLAGS
  return runNode(root, [...flags, join(root, 'apps/cli/src/main.ts'), ...given], { cwd })
})
