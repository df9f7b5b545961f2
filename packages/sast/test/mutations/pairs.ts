import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { audit } from './audit.ts'
import { FOLDERS, groupOf, ruleFilesOf } from './group.ts'
import { KNOWN, type KnownDeviation } from './known.ts'
import { MUTATIONS } from './mutations.ts'

/** Sample size: one in this number of rule files. */
const GROUPS_SHARE = 8

/**
 * Tests that mutations preserve the verdicts of rules, except for known deviations.
 * @param share one in this number of pairs of a mutation and a rule file runs, a multiple of 8; 1 for all of them
 */
export async function testPairs(share: number): Promise<void> {
  const files = FOLDERS.flatMap(ruleFilesOf)
  const names = await Promise.all(files.map(async (path) => [path, (await groupOf(path)).name] as const))
  const drawn = Object.keys(MUTATIONS).flatMap((mutation) =>
    names.filter(([, name]) => isDrawn(mutation, name, share)).map(([path, name]) => [mutation, name, path] as const),
  )
  test.each(drawn)('%s keeps the verdicts of %s', async (mutation, name, path) => {
    const found: Omit<KnownDeviation, 'reason'>[] = []
    for await (const { file, unread, deviations } of audit(await groupOf(path), MUTATIONS[mutation]!)) {
      expect({ file, unread }).toEqual({ file, unread: 0 })
      for (const deviation of deviations) found.push({ mutation, group: name, file, ...deviation })
    }
    const known = KNOWN.filter((item) => item.mutation === mutation && item.group === name)
    expect(inOrder(found)).toEqual(inOrder(known))
  })

  test('known deviations are of mutations and rule files that exist', () => {
    const groups = new Set(names.map(([, name]) => name))
    expect(KNOWN.filter(({ mutation, group }) => !(mutation in MUTATIONS) || !groups.has(group))).toEqual([])
  })
}

/**
 * Selects a part of the rule files with a part of the mutations each: parsing and searching the programs of a rule file takes most of the
 * time.
 */
function isDrawn(mutation: string, group: string, share: number): boolean {
  if (share === 1) return true
  return isOneIn(GROUPS_SHARE, group) && isOneIn(share / GROUPS_SHARE, `${mutation} ${group}`)
}

function inOrder(deviations: readonly Omit<KnownDeviation, 'reason'>[]): readonly string[] {
  return deviations.map(({ file, rule, what, code }) => `${file}: ${rule}: ${what}: ${code}`).toSorted()
}

function isOneIn(share: number, text: string): boolean {
  return createHash('sha256').update(text).digest()[0]! % share === 0
}
