/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Resolves a path relative to a file; undefined when it leaves the tree or is absolute. */
export function besides(file: string, relative: string): string | undefined {
  return within(folderOf(file), relative)
}

/** Resolves a path below a folder; undefined when it leaves the tree or is absolute. */
export function within(folder: string, relative: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:|[a-z]+:\/\/)/.test(relative)) return undefined
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** Returns whether a path matches a file name or a glob. */
export function meets(path: string, glob: string): boolean {
  if (!glob.includes('*'))
    return glob.includes('/') ? path === glob || path.endsWith(`/${glob}`) : baseOf(path) === glob
  return matchesPieces(glob.includes('/') ? `/${path}` : baseOf(path), glob.includes('/') ? `*/${glob}` : glob)
}

/** Matches in linear time: each part between stars at its first position after the previous one. Here `*` matches any characters. */
function matchesPieces(text: string, glob: string): boolean {
  const parts = glob.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
