import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SEARCH_PATH } from './programs.ts'

/** Programs that the services' scripts require. */
export const SCRIPT_PROGRAMS = ['sh', 'git', 'curl', 'awk', 'od', 'sed'] as const

/** Result of a shell command. */
export interface ShellOutcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

type Env = Readonly<Record<string, string>>

/** Folder of a user with only the standard programs. */
export interface Desk {
  readonly path: string
  readonly put: (path: string | Buffer, content: string | Buffer) => void
  /** Runs a shell command in the folder while this process continues serving. */
  readonly sh: (command: string, env?: Env, stdin?: string) => Promise<ShellOutcome>
  readonly remove: () => void
}

export function makeDesk(own: Env = {}): Desk {
  const path = mkdtempSync(join(tmpdir(), 'desk-'))
  const work = join(path, 'work')
  mkdirSync(work)
  const always = {
    PATH: SEARCH_PATH,
    HOME: path,
    TMPDIR: path,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'init.defaultBranch',
    GIT_CONFIG_VALUE_0: 'main',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.org',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.org',
    ...own,
  }
  return {
    path: work,
    put(name, content) {
      const at = Buffer.concat([Buffer.from(`${work}/`), Buffer.from(name)])
      if (typeof name === 'string') mkdirSync(dirname(join(work, name)), { recursive: true })
      writeFileSync(at, content)
    },
    sh: (command, env = {}, stdin = '') => runShell(command, work, { ...always, ...env }, stdin),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

async function runShell(command: string, cwd: string, env: Env, stdin: string): Promise<ShellOutcome> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, out, err }
}
