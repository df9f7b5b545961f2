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
  /** 0 where the site was there already. */
  readonly pages: number
}

/** Where the console looks for the site, from the root of the repository. */
const FOLDER = 'node_modules/.cache/gatehouse/docs'
/** Whoever serves the site looks for this file: a folder that has it is whole. */
const MANIFEST = 'gatehouse-docs.json'
/** Where the console serves it. */
const BASE = '/docs/'

/**
 * Builds the site, which appears at once and as a whole, or not at all. A build that another process makes at the same
 * time is waited for.
 * @throws {Error} for a link that leads nowhere, and for what a strict content security policy would refuse
 */
export async function buildSite(root: string, { force }: { readonly force: boolean }): Promise<Built> {
  const folder = join(root, FOLDER)
  const fingerprint = fingerprintOf(root)
  if (!force && isBuilt(folder, fingerprint)) return { folder, pages: 0 }
  mkdirSync(dirname(folder), { recursive: true })
  const release = await holdLock(`${folder}.lock`, () => {})
  // Inside the repository and outside node_modules, so that VitePress finds what it imports and takes pages for pages.
  const staged = join(root, 'dist', '.docs-staged')
  // Beside what it replaces: node_modules may be on another disk than the repository, where nothing can be renamed to.
  const made = `${folder}.made`
  try {
    if (!force && isBuilt(folder, fingerprint)) return { folder, pages: 0 }
    rmSync(staged, { recursive: true, force: true })
    rmSync(made, { recursive: true, force: true })
    const pages = await stage(root, staged)
    await build(staged, { outDir: made })
    harden(made, BASE)
    pack(made)
    const manifest = { fingerprint, pages, policy: SITE_POLICY, scriptHashes: [] }
    writeFileSync(join(made, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    replace(folder, made)
    return { folder, pages }
  } finally {
    rmSync(staged, { recursive: true, force: true })
    rmSync(made, { recursive: true, force: true })
    release()
  }
}

function replace(folder: string, made: string): void {
  const old = `${folder}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(made, folder)
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
