import { execFileSync, fork } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ARCHIVE = 'shared/data/outside/dvaa.tar.gz'
const START_MS_MAX = 30_000
/** Beside the project, or beside the folder of its work trees. */
const ABOVE = ['../../../../', '../../../../../'] as const

/** Facts that only the owner of an agent knows. Read from the archive at run time, never stored here. */
export interface OwnersFacts {
  readonly systemPrompt: string
  readonly tools: readonly string[]
  readonly secrets: readonly string[]
}

export interface Agents {
  /** @param port as the documentation names it */
  readonly urlOf: (port: number) => string
  readonly factsOf: (port: number) => OwnersFacts
  readonly stop: () => void
}

/** Returns the path of the archive; undefined when it is absent. */
export function findArchive(): string | undefined {
  return ABOVE.map((up) => fileURLToPath(new URL(up + ARCHIVE, import.meta.url))).find((path) => existsSync(path))
}

/**
 * Unpacks the archive into a temporary folder and starts all agents in a process group of their own. `stop` kills the group and deletes the
 * folder.
 * @param ports that must listen
 */
export async function startAgents(archive: string, ports: readonly number[]): Promise<Agents> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-outside-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    const root = join(folder, 'dvaa')
    const child = fork(join(root, 'src/index.js'), ['--all', '--offline'], {
      cwd: root,
      detached: true,
      execArgv: ['--import', new URL('only-loopback.ts', import.meta.url).href],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        TMPDIR: folder,
        OPENA2A_TELEMETRY: 'off',
        // The pages of the run are on loopback.
        DVAA_ALLOW_INTERNAL_FETCH: '1',
        DVAA_AIM_DATA_DIR: join(folder, 'aim'),
      },
    })
    const stop = (): void => {
      process.off('exit', stop)
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // The group has ended.
      }
      remove()
    }
    process.on('exit', stop)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
    const at = new Map<number, number>()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error('The agents did not start in time.')), START_MS_MAX)
    child.on('message', (result: { readonly port: number; readonly at: number }) => {
      at.set(result.port, result.at)
      if (ports.every((port) => at.has(port))) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The agents ended with code ${code}.`)))
    try {
      await promise
      const facts = await ownersFacts(root)
      return { urlOf: (port) => `http://127.0.0.1:${at.get(port)}`, factsOf: (port) => facts.get(port)!, stop }
    } catch (thrown) {
      stop()
      throw thrown
    } finally {
      clearTimeout(timer)
      child.removeAllListeners('exit')
      child.unref()
      child.channel?.unref()
    }
  } catch (thrown) {
    remove()
    throw thrown
  }
}

interface Listed {
  readonly port: number
  readonly persona: string
  readonly tools?: readonly (string | { readonly name: string })[]
}

async function ownersFacts(root: string): Promise<ReadonlyMap<number, OwnersFacts>> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href)
  const { getAllAgents } = (await load('src/core/agents.js')) as { getAllAgents: () => readonly Listed[] }
  const { SENSITIVE_DATA } = (await load('src/core/vulnerabilities.js')) as { SENSITIVE_DATA: Readonly<Record<string, unknown>> } // prettier-ignore
  const secrets = ['apiKeys', 'credentials'].flatMap((name) => textsOf(SENSITIVE_DATA[name]))
  return new Map(
    getAllAgents().map(({ port, persona, tools = [] }) => [
      port,
      {
        systemPrompt: persona,
        tools: tools.map((tool) => (typeof tool === 'string' ? tool : tool.name)),
        secrets: secrets.filter((text) => text.includes('-')),
      },
    ]),
  )
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
