import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entriesOf, filesOf, readManifest } from './manifest.ts'
import { ROOT } from './sources.ts'

/** Beside the manifest: which scripts each page needs besides those that every page has. The console's server reads it. */
const ROUTES = '.vite/routes.json'
const PAGES = 'apps/console/src/pages'
const AREAS = ['overview', 'guard', 'appsec', 'redteam', 'account'] as const

interface PageLine {
  readonly path: string
  readonly load: () => Promise<unknown>
}

/**
 * Writes down for each path which files its page is made of, so that they are fetched with the document and not after its script.
 * @throws {Error} for a page that is not loaded as `() => import('./file.tsx')`
 */
export async function writeRoutes(folder: string): Promise<void> {
  const manifest = readManifest(folder)
  const always = filesOf(manifest, entriesOf(manifest))
  const routes = (await pages()).map(({ path, file }) => {
    const files = [...filesOf(manifest, [file])]
    if (files.length === 0) throw new Error(`${file}, which ${path} names, is not among what was built.`)
    return { path, files: files.filter((one) => !always.has(one)) }
  })
  writeFileSync(join(folder, ROUTES), JSON.stringify(routes))
}

/** Every line of the tables of pages, with the file that it loads. */
async function pages(): Promise<readonly { readonly path: string; readonly file: string }[]> {
  const tables = AREAS.map(async (area) => {
    // By its address, and not by name: the sources of the page are for browsers, and are checked as such.
    const table = (await import(pathToFileURL(join(ROOT, PAGES, area, 'pages.ts')).href)) as Record<string, PageLine[]>
    return Object.values(table)
      .flat()
      .map(({ path, load }) => {
        const [, name] = /import\('\.\/([^']+)'\)/.exec(String(load)) ?? []
        if (name === undefined) throw new Error(`The page ${path} must say: load: () => import('./file.tsx')`)
        return { path, file: `src/pages/${area}/${name}` }
      })
  })
  return (await Promise.all(tables)).flat()
}
