import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vitepress'
import { holdLock } from '../lock.mjs'
import { fingerprintOf } from './fingerprint.ts'
import { SITE_POLICY, harden } from './harden.ts'
import { pack } from './pack.ts'
import { stage } from './stage.ts'

export interface Built {
  readonly folder: string
  /** 0 when the site was up to date. */
  readonly pages: number
}

/** Site folder that the console reads, relative to the repository root. */
const FOLDER = 'node_modules/.cache/gatehouse/docs'
/** Marker of a complete site folder, for servers of the site. */
const MANIFEST = 'gatehouse-docs.json'
/** Path at which the console serves the site. */
const BASE = '/docs/'

/**
 * Builds the site atomically. Waits for a concurrent build of another process.
 * @throws {Error} for a broken link, and for content that a strict content security policy would block
 */
export async function buildSite(root: string, { force }: { readonly force: boolean }): Promise<Built> {
  const folder = join(root, FOLDER)
  const fingerprint = fingerprintOf(root)
  if (!force && isBuilt(folder, fingerprint)) return { folder, pages: 0 }
  mkdirSync(dirname(folder), { recursive: true })
  const release = await holdLock(`${folder}.lock`, () => {})
  // Inside the repository and outside of node_modules, so that VitePress resolves imports and recognizes pages.
  const staged = join(root, 'dist', '.docs-staged')
  // Next to its target: node_modules may be on another disk than the repository, where a rename is not possible.
  const output = `${folder}.made`
  try {
    if (!force && isBuilt(folder, fingerprint)) return { folder, pages: 0 }
    rmSync(staged, { recursive: true, force: true })
    rmSync(output, { recursive: true, force: true })
    const pages = await stage(root, staged)
    await build(staged, { outDir: output })
    harden(output, BASE)
    pack(output)
    const manifest = { fingerprint, pages, policy: SITE_POLICY, scriptHashes: [] }
    writeFileSync(join(output, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    replace(folder, output)
    return { folder, pages }
  } finally {
    rmSync(staged, { recursive: true, force: true })
    rmSync(output, { recursive: true, force: true })
    release()
  }
}

function replace(folder: string, output: string): void {
  const old = `${folder}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(output, folder)
  rmSync(old, { recursive: true, force: true })
}

function isBuilt(folder: string, fingerprint: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
    return (
      typeof manifest === 'object' &&
      manifest !== null &&
      'fingerprint' in manifest &&
      manifest.fingerprint === fingerprint
    )
  } catch {
    return false
  }
}
