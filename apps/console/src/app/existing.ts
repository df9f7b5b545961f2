import { PAGES } from './pages.ts'

/** The path, where a page of the console has it; undefined otherwise. Names in a page's path stand for anything. */
export function existingPath(path: string): string | undefined {
  const words = path.split('/')
  const isThere = PAGES.some((page) => {
    const parts = page.path.split('/')
    return parts.length === words.length && parts.every((part, at) => part.startsWith('$') || part === words[at])
  })
  return isThere ? path : undefined
}
