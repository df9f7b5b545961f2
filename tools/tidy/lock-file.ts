import { lockProblems } from '../lib/lock-file.ts'
import type { Problem } from '../lib/problem.ts'
import type { Tree } from './rule.ts'

export function lockFile({ files }: Tree): Problem[] {
  const path = 'package-lock.json'
  const lock = files.find((file) => file.path === path)
  return lock === undefined ? [] : lockProblems(lock.text).map((message) => ({ path, message }))
}
