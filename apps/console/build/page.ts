import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ROOT, sourceHash } from './sources.ts'

/** Folder of built pages, each under the hash of its sources. */
export const PAGES_FOLDER = join(ROOT, 'node_modules/.cache/gatehouse/console')

export type PageState = { readonly folder: string } | { readonly building: true } | { readonly failed: string }

export interface OpenPage {
  state(): PageState
  /** Resolves when the page is built, or cannot be. */
  readonly settled: Promise<PageState>
  /** Stops a running build. */
  close(): Promise<void>
}

/**
 * Opens the page for the current sources: an existing build, or one that starts now on its own thread. Does not throw: failures are a
 * state.
 */
export function openPage(): OpenPage {
  const folder = join(PAGES_FOLDER, sourceHash())
  if (existsSync(join(folder, 'index.html'))) {
    const built = { folder }
    return { state: () => built, settled: Promise.resolve(built), close: () => Promise.resolve() }
  }
  return build(folder)
}

function build(folder: string): OpenPage {
  let state: PageState = { building: true }
  const workerData = { folder, configFile: join(ROOT, 'apps/console/vite.config.ts') }
  // Always builds for production, regardless of the caller's environment.
  const env = { ...process.env, NODE_ENV: 'production' }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, env })
  const settled = new Promise<PageState>((resolve) => {
    const settle = (to: PageState): void => {
      if (!('building' in state)) return
      state = to
      resolve(to)
    }
    worker.once('message', () => settle({ folder }))
    worker.once('error', (error: unknown) => settle({ failed: reasonOf(error) }))
    worker.once('exit', () => settle({ failed: 'The build of the page ended early.' }))
  })
  return { state: () => state, settled, close: async () => void (await worker.terminate()) }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.includes("'vite'")
    ? 'The tools that build the page are not installed: run npm install with development dependencies, or bring a built page.'
    : text.slice(0, 2_000)
}
