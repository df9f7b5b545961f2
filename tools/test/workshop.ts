import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { OUTCOME_VARIABLE } from '../suite/outcome.ts'
import { TEST_SET_VARIABLE } from '../suite/tiers.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '..', '..')
/** Files that a clone does not contain. */
const SKIPPED = new Set(['.git', 'node_modules', 'dist', 'coverage', '.gatehouse'])
const SCOPE = '@gatehouse'
/** A Vitest run in the copy executes all tests and prints its own summary, regardless of the surrounding run. */
const WORKSHOP_ENV = { ...process.env, [OUTCOME_VARIABLE]: '', [TEST_SET_VARIABLE]: '' }

/** Writable copy of the repository for a test. Installed packages are linked, not copied; our own packages resolve to the copy. */
export interface Workshop {
  readonly root: string
  /** Runs a command of node_modules/.bin, or a script of the copy with `node`, and returns its output. */
  readonly run: (program: string, ...args: string[]) => Promise<string>
  readonly remove: () => void
}

export function openWorkshop(): Workshop {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-workshop-'))
  for (const name of readdirSync(REPOSITORY).filter((item) => !SKIPPED.has(item))) {
    cpSync(join(REPOSITORY, name), join(root, name), {
      recursive: true,
      filter: (path) => !SKIPPED.has(basename(path)),
    })
  }
  linkInstalled(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  for (const folder of workspaces(root)) {
    const own = join(REPOSITORY, folder, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(root, folder, 'node_modules'))
  }
  return {
    root,
    remove: () => rmSync(root, { recursive: true, force: true }),
    run: async (program, ...args) => {
      const [file, first] =
        program === 'node'
          ? [process.execPath, ['--conditions=gatehouse']]
          : [join(root, 'node_modules/.bin', program), []]
      try {
        const { stdout, stderr } = await run(file, [...first, ...args], { cwd: root, env: WORKSHOP_ENV })
        return stdout + stderr
      } catch (cause) {
        const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
        throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause })
      }
    },
  }
}

function linkInstalled(from: string, to: string): void {
  mkdirSync(join(to, SCOPE), { recursive: true })
  for (const name of readdirSync(from)) if (name !== SCOPE) symlinkSync(join(from, name), join(to, name))
  // These are links to ../../packages/…, so a copy of the link leads into the copy.
  cpSync(join(from, SCOPE), join(to, SCOPE), { recursive: true, verbatimSymlinks: true })
}

function workspaces(root: string): string[] {
  return ['packages', 'apps'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
}
