import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entriesOf, filesOf, readManifest } from './manifest.ts'
import { ROOT } from './sources.ts'

/** Next to the manifest: the additional scripts of each page. The console's server reads it. */
const ROUTES = '.vite/routes.json'
const PAGES = 'apps/console/src/pages'
const AREAS = ['overview', 'guard', 'appsec', 'redteam', 'account'] as const

/**
 * Writes the files of each path, so that they load with the document instead of after its script.
 * @throws {Error} for a page that is not loaded as `() => import('./file.tsx')`
 */
export function writeRoutes(folder: string): void {
  const manifest = readManifest(folder)
  const always = filesOf(manifest, entriesOf(manifest))
  const routes = pages().map(({ path, file }) => {
    const files = [...filesOf(manifest, [file])]
    if (files.length === 0) throw new Error(`${file}, which ${path} names, is not among what was built.`)
    return { path, files: files.filter((item) => !always.has(item)) }
  })
  writeFileSync(join(folder, ROUTES), JSON.stringify(routes))
}

/** Returns the rows of the page tables with their files. Read as text: the modules are for browsers only. */
function pages(): readonly { readonly path: string; readonly file: string }[] {
  return AREAS.flatMap((area) => {
    const table = readFileSync(join(ROOT, PAGES, area, 'pages.ts'), 'utf8')
    const lines = [...table.matchAll(/\bpath: '([^']+)'(?:(?!\bpath: ')[^])*?\bload: \(\) => import\('\.\/([^']+)'\)/g)]
    if (lines.length === 0 || lines.length !== table.split(/\bpath: '/).length - 1)
      throw new Error(`Each page of ${area} must say after its path: load: () => import('./file.tsx')`)
    return lines.map(([, path, file]) => ({ path: path!, file: `src/pages/${area}/${file}` }))
  })
}
