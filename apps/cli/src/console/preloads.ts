import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Routes = z.array(z.object({ path: z.string(), files: z.array(z.string().regex(/^assets\/[\w.-]+$/)) }))
type Route = z.infer<typeof Routes>[number]

const read = new Map<string, readonly Route[]>()

/**
 * Returns the scripts of the page at an address, so that browsers load them with the document instead of after its script.
 * @param folder of the built page, absolute
 * @param name address within the console, without leading slash
 * @returns the value of a `link` header; undefined for an unknown page, or one without own scripts
 */
export function preloadsOf(folder: string, name: string): string | undefined {
  const words = name.split('/')
  const files = routesOf(folder).find(({ path }) => isMatch(path.slice(1).split('/'), words))?.files ?? []
  return files.length === 0 ? undefined : files.map((file) => `</${file}>; rel=modulepreload`).join(', ')
}

/** A path parameter matches any one segment. */
function isMatch(parts: readonly string[], words: readonly string[]): boolean {
  return (
    parts.length === words.length &&
    parts.every((part, at) => (part.startsWith('$') ? words[at] !== '' : part === words[at]))
  )
}

/** Returns the routes file of the build; empty if missing: the page works without it. */
function routesOf(folder: string): readonly Route[] {
  const known = read.get(folder)
  if (known !== undefined) return known
  const routes = readRoutes(folder)
  read.set(folder, routes)
  return routes
}

function readRoutes(folder: string): readonly Route[] {
  try {
    const routes = Routes.parse(JSON.parse(readFileSync(join(folder, '.vite/routes.json'), 'utf8')))
    // Words before names: `/redteam/runs/new` is no run.
    return routes.toSorted((a, b) => names(a) - names(b))
  } catch {
    return []
  }
}

const names = ({ path }: Route): number => path.split('/$').length
