/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

/** A path from a folder. */
export function joined(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Whether a path lies in a folder. */
export function isIn(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}
