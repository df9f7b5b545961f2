import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { SLOW, SMOKE } from './tiers.ts'

/** Lists the tests that `npm test` skips, by folder, and the command that runs them. */
export function leftOutLines(root: string): string[] {
  const files = globSync([...SLOW], { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !SMOKE.includes(path))
  const byFolder = new Map<string, number>()
  for (const path of files) byFolder.set(dirname(path), (byFolder.get(dirname(path)) ?? 0) + 1)
  const folders = [...byFolder].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `Left out: ${files.length} slow test files. To run them: npm run test:slow`,
    ...folders.map(([folder, count]) => `  ${String(count).padStart(4)}  ${folder}`),
  ]
}
