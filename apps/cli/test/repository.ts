import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SEARCH_PATH } from '@gatehouse/testkit'

/** A folder of a test, which can be a repository of the real git. */
export interface Workplace {
  readonly folder: string
  /** Writes files; null removes one. */
  put(files: Readonly<Record<string, string | object | null>>): void
  git(...args: string[]): string
  /** Commits the current state, one day after the other from 2025-01-01. @returns the id */
  commit(): string
  remove(): void
}

export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'))
  let day = 0
  const git = (...args: string[]): string => {
    const date = `${Date.UTC(2025, 0, 1 + day) / 1_000} +0000`
    const env = { PATH: SEARCH_PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
    const named = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main', ...args]
    return execFileSync('git', named, {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    }).trim()
  }
  return {
    folder,
    git,
    put(files) {
      for (const [path, content] of Object.entries(files)) {
        const full = join(folder, path)
        mkdirSync(dirname(full), { recursive: true })
        if (content === null) rmSync(full, { recursive: true })
        else writeFileSync(full, typeof content === 'string' ? content : `${JSON.stringify(content)}\n`)
      }
    },
    commit() {
      if (day === 0) git('init', '--quiet')
      git('add', '-A')
      git('commit', '--quiet', '-m', `day ${day}`)
      day += 1
      return git('rev-parse', 'HEAD')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
