import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Routes = z.array(z.object({ path: z.string(), files: z.array(z.string().regex(/^assets\/[\w.-]+$/)) }))
type Route = z.infer<typeof Routes>[number]

const read = new Map<string, readonly Route[]>()

/**
 * Names the scripts of the page that an address leads to, so that browsers fetch them with the document and not after its script.
 * @param folder  of the built page, absolute
 * @param name  the address within the console, without the first slash
 * @returns the value of a `link` header; undefined where the address leads to no page, or to one that needs nothing of its own
 */
export function preloadsOf(folder: string, name: string): string | undefined {
  const words = name.split('/')
  const files = routesOf(folder).find(({ path }) => isMatch(path.slice(1).split('/'), words))?.files ?? []
  return files.length === 0 ? undefined : files.map((file) => `</${file}>; rel=modulepreload`).join(', ')
}

/** A name in a path stands for any one word. */
function isMatch(parts: readonly string[], words: readonly string[]): boolean {
  return (
    parts.length === words.length &&
    parts.every((part, at) => (part.startsWith('$') ? words[at] !== '' : part === words[at]))
  )
}

/** As they were written when the page was built; none where they were not: the page works without. */
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
