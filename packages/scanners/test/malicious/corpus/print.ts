import { ATTACKS } from './attacks.ts'
import { HELD_ATTACKS } from './held-attacks.ts'
import { HELD_LOOKALIKES } from './held-lookalikes.ts'
import { LOOKALIKES } from './lookalikes.ts'
import { measure, SOURCES_EACH } from './measure.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const isHeld = process.argv.includes('--held')
for (const [label, families] of Object.entries(isHeld ? { HELD_ATTACKS, HELD_LOOKALIKES } : { ATTACKS, LOOKALIKES })) {
  const results = measure(families)
  const sum = (pick: (one: (typeof results)[number]) => number): number =>
    results.reduce((all, one) => all + pick(one), 0)
  say(
    `${label}: ${results.length} families, ${results.length * SOURCES_EACH} sources, ${sum((one) => one.told)} told, ${sum((one) => one.loud)} HIGH or CRITICAL`,
  )
  for (const { family, told, loud, wrong } of results) {
    if (family.isAttack ? loud < SOURCES_EACH : told > 0) say(`  ${family.name}: ${told} told, ${loud} loud`)
    if (process.argv.includes('-v') && wrong[0] !== undefined) say(wrong[0].slice(0, 600))
  }
}
