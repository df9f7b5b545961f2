import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { OWN_RULES, readRuleFiles } from '@gatehouse/sast'
import { scanTree } from './scan.ts'
import { inFolder, layTree } from './trees.ts'

const out = (line: string) => process.stdout.write(`${line}\n`)

/** How the time grows with files, and with rules. Of a straight line, twice as much takes twice as long. */
export async function benchGrowth(): Promise<void> {
  await inFolder(async (folder) => {
    let before: number | undefined
    for (const share of [0.25, 0.5, 1]) {
      const tree = layTree(join(folder, `files-${share}`), ['java'], 1, share)
      const { cpu_s } = await scanTree(tree.root)
      out(`${String(tree.files.length).padStart(6)} files: ${cpu_s.toFixed(1)} s of processors${times(cpu_s, before)}`)
      before = cpu_s
    }
    before = undefined
    const root = join(folder, 'files-0.5')
    for (const share of [0.25, 0.5, 1]) {
      const rules = join(folder, `rules-${share}`)
      const count = layRules(rules, share)
      const { cpu_s } = await scanTree(root, '--rules', rules, '--only-rules')
      out(`${String(count).padStart(6)} rules: ${cpu_s.toFixed(1)} s of processors${times(cpu_s, before)}`)
      before = cpu_s
    }
  })
}

function times(now: number, before: number | undefined): string {
  return before === undefined ? '' : `, ${(now / before).toFixed(2)} times as much for twice as many`
}

/** Writes a share of our own rules, evenly taken. @returns how many */
function layRules(folder: string, share: number): number {
  mkdirSync(folder)
  const all = readRuleFiles(OWN_RULES).flatMap(({ path }) => {
    const { rules } = parse(readFileSync(path, 'utf8')) as { readonly rules: readonly unknown[] }
    return rules
  })
  const claimed = all.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share))
  writeFileSync(join(folder, 'rules.yaml'), stringify({ rules: claimed }))
  return claimed.length
}
