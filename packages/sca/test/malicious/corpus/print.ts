/**
 * Prints what is told of families of attacks and look-alikes of our own, by when they were written:
 * `node --conditions=gatehouse packages/sca/test/malicious/corpus/print.ts`; with `errors`, one source of each mistake.
 */
import { wilson } from '@gatehouse/kernel'
import { ATTACKS } from './attacks.ts'
import type { Family } from './family.ts'
import { HELD_ATTACKS } from './held-attacks.ts'
import { HELD_LOOKALIKES } from './held-lookalikes.ts'
import { LOOKALIKES } from './lookalikes.ts'
import { SECOND_ATTACKS } from './second-attacks.ts'
import { measure, SOURCES_EACH } from './measure.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

function show(label: string, families: readonly Family[]): void {
  const results = measure(families)
  const loud = results.reduce((sum, one) => sum + one.loud, 0)
  const whole = results.filter(({ family, told, loud: high }) =>
    family.isAttack ? told === SOURCES_EACH : high === 0,
  ).length
  const told = results.reduce((sum, one) => sum + one.told, 0)
  const { low, high } = wilson(whole, families.length)
  say(
    `${label}: ${families.length} families of ${SOURCES_EACH}; ${told} sources told, ${loud} of them HIGH or CRITICAL`,
  )
  say(`  families judged as they should be: ${whole} [${(low * 100).toFixed(0)} %, ${(high * 100).toFixed(0)} %]`)
  for (const { family, told: all, loud: most, wrong } of results) {
    if (family.isAttack ? most < SOURCES_EACH : all > 0) say(`  ${family.name}: ${all} told, ${most} HIGH or CRITICAL`)
    if (process.argv.includes('errors') && wrong[0] !== undefined) say(wrong[0].slice(0, 600))
  }
}

show('attacks', ATTACKS)
show('look-alikes', LOOKALIKES)
show('attacks, written later', HELD_ATTACKS)
show('attacks, written last', SECOND_ATTACKS)
show('look-alikes, written later', HELD_LOOKALIKES)
