import { execFileSync } from 'node:child_process'
import type { Commit } from './rules.ts'

/** A point in the history of this repository. Commits after it follow the rules. */
export interface Base {
  readonly hash: string
  /** Commit time in seconds. In a shallow clone, which may lack the commit, it decides which commits are newer. */
  readonly time: number
}

export type History =
  | { readonly checked: true; readonly commits: readonly Commit[] }
  | { readonly checked: false; readonly why: string }

/** Returns the commits after `base`, without merges, or the reason why they cannot be listed. */
export function commitsAfter(root: string, base: Base): History {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const succeeds = (...args: string[]): boolean => {
    try {
      git(...args)
      return true
    } catch {
      return false
    }
  }
  if (!succeeds('--version')) return { checked: false, why: 'git is not installed' }
  // A copy without history may lie inside the repository of something else.
  if (!succeeds('rev-parse', '--verify', 'HEAD') || git('rev-parse', '--show-prefix').trim() !== '') {
    return { checked: false, why: 'this folder has no git history' }
  }
  const log = (range: string): string => git('log', '--no-merges', '-z', '--format=%H%n%ct%n%s%n%b', range)
  if (succeeds('merge-base', '--is-ancestor', base.hash, 'HEAD')) {
    return { checked: true, commits: parse(log(`${base.hash}..HEAD`)) }
  }
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true') {
    return { checked: true, commits: parse(log('HEAD'), base.time) }
  }
  return { checked: false, why: `the history does not contain the commit ${base.hash.slice(0, 12)}` }
}

function parse(log: string, after = 0): Commit[] {
  return log.split('\0').flatMap((record) => {
    const [hash = '', time = '', subject = '', ...body] = record.split('\n')
    return hash === '' || Number(time) <= after ? [] : [{ hash, subject, body: body.join('\n') }]
  })
}
