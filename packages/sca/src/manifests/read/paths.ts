/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A path beside a file, `..` settled; undefined where it leaves the tree or is absolute. */
export function besides(file: string, relative: string): string | undefined {
  return within(folderOf(file), relative)
}

/** A path below a folder, `.` and `..` settled; undefined where it leaves the tree or is absolute. */
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

/** Whether a path has the name, or meets the glob of one. */
export function meets(path: string, glob: string): boolean {
  if (!glob.includes('*'))
    return glob.includes('/') ? path === glob || path.endsWith(`/${glob}`) : baseOf(path) === glob
  return pieces(glob.includes('/') ? `/${path}` : baseOf(path), glob.includes('/') ? `*/${glob}` : glob)
}

/** Linear: each run between two stars is found at its first place behind the one before. Here `*` stands for any characters. */
function pieces(text: string, glob: string): boolean {
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
