import { PAGES } from './pages.ts'

/** Returns the path if the console has such a page, otherwise undefined. Path parameters match anything. */
export function existingPath(path: string): string | undefined {
  const words = path.split('/')
  const isThere = PAGES.some((page) => {
    const parts = page.path.split('/')
    return parts.length === words.length && parts.every((part, at) => part.startsWith('$') || part === words[at])
  })
  return isThere ? path : undefined
}
