import type { PurlParts } from '@gatehouse/formats'
import { compareVersions } from '../../versions/versions.ts'
import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { besides } from '../read/paths.ts'

/** From this version on go.mod lists all modules of the build; before, go.sum contains the rest. */
const COMPLETE_SINCE_MINOR = 17

/**
 * Go modules: all modules of the build, after replacements. go.mod has no graph.
 * @see https://go.dev/ref/mod#go-mod-file
 */
export default defineManifest({
  name: 'go-mod',
  names: ['go.mod'],
  ecosystem: 'Go',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const { required, replaced, minor } = readGoMod(file.text)
    for (const { path, version, line, isIndirect } of required) {
      const target = replaced.get(`${path} ${version}`) ?? replaced.get(path)
      // A folder instead of a module: part of the source, and no package.
      if (target !== undefined && /^\.{0,2}\//.test(target.path)) continue
      draft.add({ key: path, purl: goPurl(target?.path ?? path, target?.version ?? version), line })
      draft.root(path, 'runtime', !isIndirect)
    }
    if (minor >= COMPLETE_SINCE_MINOR) return draft.finish()
    const sums = siblings.read(besides(file.path, 'go.sum') ?? '')
    for (const [path, version] of highest(sums?.text ?? '')) {
      if (draft.has(path)) continue
      draft.add({ key: path, purl: goPurl(path, version), ...(sums !== undefined && { path: sums.path }) })
      draft.root(path, 'runtime', false)
    }
    return draft.finish()
  },
})

interface Required {
  readonly path: string
  readonly version: string
  readonly line: number
  readonly isIndirect: boolean
}

function readGoMod(text: string) {
  const required: Required[] = []
  const replaced = new Map<string, { readonly path: string; readonly version: string | undefined }>()
  let minor = 0
  let block = ''
  for (const [index, raw] of text.split('\n').entries()) {
    const [code = '', comment = ''] = raw.split('//', 2)
    const words = code
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/["`]/g, ''))
    if (words[0] === ')') block = ''
    else if (words[1] === '(') block = words[0] ?? ''
    else {
      const [verb = '', ...rest] = block === '' ? words : [block, ...words]
      const [path, version] = rest
      if (verb === 'go') minor = Number(/^1\.(\d+)/.exec(path ?? '')?.[1] ?? 99)
      if (verb === 'require' && path !== undefined && version !== undefined) {
        required.push({ path, version, line: index + 1, isIndirect: comment.trim().startsWith('indirect') })
      }
      const arrow = rest.indexOf('=>')
      const target = rest[arrow + 1]
      if (verb === 'replace' && arrow > 0 && target !== undefined) {
        replaced.set(rest.slice(0, arrow).join(' '), { path: target, version: rest[arrow + 2] })
      }
    }
  }
  return { required, replaced, minor }
}

/** Returns the highest version of each module in go.sum: the result of minimal version selection, or higher. */
function highest(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [path, version] = line.split(' ')
    if (path === undefined || version === undefined || path === '') continue
    const own = version.replace(/\/go\.mod$/, '')
    const before = found.get(path)
    if (before === undefined || compareVersions('Go', own, before) > 0) found.set(path, own)
  }
  return found
}

function goPurl(path: string, version: string | undefined): PurlParts {
  const slash = path.lastIndexOf('/')
  return { type: 'golang', namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1), version }
}
