import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { openStore } from '../../src/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/embedded/start.ts'

const created: string[] = []

/** A new folder that the server's account can pass through; `removeFolders` removes it. */
export function newFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-e-'))
  chmodSync(folder, mode)
  created.push(folder)
  return folder
}

let template: string | undefined

/** Returns a new data folder with a cleanly stopped cluster: a copy, because creating one takes half a second. */
export async function newCluster(): Promise<string> {
  if (template === undefined) {
    template = newFolder()
    const server = await start(template)
    await server.stop()
  }
  const folder = newFolder()
  execFileSync('cp', ['-a', join(template, 'postgres'), folder])
  return folder
}

export function removeFolders(): void {
  template = undefined
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Returns the failure of `action`. */
export async function failureOf(action: () => unknown): Promise<Failure> {
  try {
    await action()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('expected a Failure, and there was none')
}

export const asRoot = process.getuid?.() === 0

export function quiet(): void {}

/** Starts the server of a folder without waiting for the disk. */
export function start(dataDir: string, more: { port?: number; systemFolder?: string } = {}): Promise<EmbeddedServer> {
  return startEmbedded({ dataDir, log: quiet, settings: { fsync: 'off' }, ...more })
}

/** The first value of the first row. */
export async function ask(url: string, sql: string): Promise<unknown> {
  const store = await openStore({ url })
  try {
    return await store.withConnection(
      async (client) => Object.values((await client.query<object>(sql)).rows[0] ?? {})[0],
    )
  } finally {
    await store.close()
  }
}
