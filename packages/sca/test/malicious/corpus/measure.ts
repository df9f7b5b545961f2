import { judgeSource, type Judgement } from '../../../src/malicious/code/judge.ts'
import { readCommand } from '../../../src/malicious/install/command.ts'
import { drawFrom } from './draw.ts'
import type { Family } from './family.ts'

/** Sources of each family. */
export const SOURCES_EACH = 20

export interface FamilyResult {
  readonly family: Family
  /** With severity HIGH or CRITICAL, and at all. */
  readonly loud: number
  readonly told: number
  /** Sources that were judged the other way than they should be. */
  readonly wrong: readonly string[]
}

/** Judges sources of each family as the scanner would. An attack is found when it is told of at all, an alarm is HIGH or more. */
export function measure(families: readonly Family[]): readonly FamilyResult[] {
  return families.map((family, number) => {
    let loud = 0
    let told = 0
    const wrong: string[] = []
    for (let each = 0; each < SOURCES_EACH; each += 1) {
      const text = family.make(
        drawFrom(number * 1_000 + each + (family.isHeld ? 500_000 : 0) + (family.isAttack ? 0 : 90_000)),
      )
      const judgement = judge(family, text)
      const isLoud = judgement?.severity === 'HIGH' || judgement?.severity === 'CRITICAL'
      if (isLoud) loud += 1
      if (judgement !== undefined) told += 1
      if (family.isAttack ? judgement === undefined : isLoud) wrong.push(text)
    }
    return { family, loud, told, wrong }
  })
}

function judge({ syntax, runsAtInstall }: Family, text: string): Judgement | undefined {
  if (syntax === 'shell') return readCommand(text).judgement
  return judgeSource(Buffer.from(text).toString('latin1'), { syntax, runsAtInstall })
}
