// Copies the README's pictures from the screenshots of the console's tests:
//   node node_modules/vitest/vitest.mjs run apps/console && node --conditions=gatehouse tools/pictures.ts
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPng, writePng } from './pictures/png.ts'

const ROOT = join(import.meta.dirname, '..')
const FROM = join(ROOT, 'node_modules/.cache/gatehouse/pictures')
const TO = join(ROOT, 'docs/pictures')

/** The picture in the README, and the test's name of it. */
const PICTURES = {
  overview: 'overview-light-wide',
  playground: 'readme-playground-light-wide',
  findings: 'readme-findings-light-wide',
  'red-team': 'readme-report-light-wide',
} as const

mkdirSync(TO, { recursive: true })
for (const [name, source] of Object.entries(PICTURES)) {
  const path = join(FROM, `${source}.png`)
  if (!existsSync(path)) throw new Error(`${source}.png is not there: run the tests of the console first.`)
  const before = readFileSync(path)
  const after = writePng(readPng(before))
  writeFileSync(join(TO, `${name}.png`), after)
  process.stdout.write(
    `docs/pictures/${name}.png  ${(after.length / 1_000).toFixed(0)} kB (of ${(before.length / 1_000).toFixed(0)})\n`,
  )
}
