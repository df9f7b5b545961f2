/**
 * Prints which names are told: honest ones of this project's lock file and of advisories that tell of no attack, and names
 * of attacks, those of advisories by half and a list of our own: `node --conditions=gatehouse packages/sca/test/malicious/corpus/print-names.ts`.
 * Advisories are reference data that lies beside a checkout; without them only the lock file and that list are measured.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { knownNames } from '../../../src/malicious/names/known-names.ts'
import { SURE_MIN } from '../../../src/malicious/names/run.ts'
import { OsvRecord } from '../../../src/osv/record.ts'
import { wilson } from '@gatehouse/kernel'
import { SQUATS } from './squats.ts'

const ECOSYSTEMS = new Set(['npm', 'PyPI', 'crates.io'])
const ATTACK = /removed from crates\.io|malicious crate|^malicious package|embedded malicious/i
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const honest = new Set<string>()
const attacks = new Set<string>()
const lock = readFileSync(at('../../../../../package-lock.json'), 'utf8')
for (const [, name = ''] of lock.matchAll(/"(?:[^"]*\/)?node_modules\/([^"]+)": \{/g)) honest.add(`npm ${name}`)
for (const file of ['npm', 'pypi', 'crates.io']) {
  const path = at(`../../../../../../shared/data/osv/${file}.jsonl.gz`)
  if (!existsSync(path)) continue
  for (const line of gunzipSync(readFileSync(path)).toString().trim().split('\n')) {
    const record = OsvRecord.parse(JSON.parse(line))
    for (const { package: named, database_specific: own } of record.affected) {
      if (named === undefined || !ECOSYSTEMS.has(named.ecosystem)) continue
      const text = record.summary === '' ? record.details : record.summary
      const isAttack = ATTACK.test(text) || own.categories?.includes('malicious') === true
      ;(isAttack ? attacks : honest).add(`${named.ecosystem} ${named.name}`)
    }
  }
}

function show(label: string, names: readonly string[]): void {
  const told = names.flatMap((one) => {
    const space = one.indexOf(' ')
    const found = knownNames(one.slice(0, space))?.mistakenFor(one.slice(space + 1))
    return found !== undefined && found.sure >= SURE_MIN ? [`${one} (${found.known}, ${found.kind} ${found.sure})`] : []
  })
  const { low, high } = wilson(told.length, names.length)
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`
  say(
    `${label}: ${told.length} of ${names.length} told, ${percent(told.length / names.length)} [${percent(low)}, ${percent(high)}]`,
  )
  if (process.argv.includes('list')) for (const one of told) say(`  ${one}`)
}

const isDevelopment = (name: string): boolean =>
  createHash('sha256')
    .update(name.slice(name.indexOf(' ') + 1))
    .digest()[0]! < 128
for (const [half, keeps] of [
  ['development', isDevelopment],
  ['held out', (name: string) => !isDevelopment(name)],
] as const) {
  show(
    `${half}, honest`,
    [...honest].filter((name) => !attacks.has(name) && keeps(name)),
  )
  show(`${half}, attacks of advisories`, [...attacks].filter(keeps))
}
for (const [ecosystem, names] of Object.entries(SQUATS))
  show(
    `look-alikes of ${ecosystem}`,
    names.map((name) => `${ecosystem} ${name}`),
  )
