import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Routes = z.array(z.object({ path: z.string(), files: z.array(z.string().regex(/^assets\/[\w.-]+$/)) }))
type Route = z.infer<typeof Routes>[number]

const read = new Map<string, readonly Route[]>()

/**
 * Returns the scripts of a route, so that browsers load them in parallel with the document.
 * @param folder of the built page, absolute
 * @param name route, without leading slash
 * @returns the value of a `link` header; undefined for an unknown route, or a route without its own scripts
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

/** Returns the routes of the build, or an empty list if the file is missing. The page works without it. */
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
    // Literal segments before parameters: `/redteam/runs/new` is not a run.
    return routes.toSorted((a, b) => names(a) - names(b))
  } catch {
    return []
  }
}

const names = ({ path }: Route): number => path.split('/$').length
