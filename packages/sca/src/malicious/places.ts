import type { TreeFile } from '@gatehouse/scan-engine'
import type { Syntax } from './code/lexer.ts'

/** A package that lies in the tree. */
export interface PresentPackage {
  /** Folder name, or `this package` when the tree is a package. */
  readonly name: string
  /** Folder of the package with a trailing `/`; empty when the tree is the package. */
  readonly folder: string
  /** Whether the whole tree is this package. */
  readonly isWhole?: boolean
}

/** The package that a path lies in; undefined for the code of the project itself. */
export type PackageOf = (path: string) => PresentPackage | undefined

/** Folders of third-party packages, one folder each; the last one in a path counts. */
const HOLDERS = new Set([
  'node_modules',
  'bower_components',
  'web_modules',
  'site-packages',
  'dist-packages',
  'vendor',
  '_vendor',
  'vendored',
  'third_party',
  'third-party',
  'Pods',
])

const OWN_NAME = 'this package'

/**
 * Returns a function that maps a path to its package; undefined for the project's own code.
 * @param files of the entire tree: a published package contains no lock file and no version control settings
 */
export function packagesOf(files: readonly TreeFile[]): PackageOf {
  const known = KNOWN.get(files)
  if (known !== undefined) return known
  const root = publishedRoot(files)
  const packageOf: PackageOf = (path) => {
    const presentPackage = packageAt(path)
    if (presentPackage !== undefined) return presentPackage
    return root !== undefined && path.startsWith(root) ? { name: OWN_NAME, folder: root, isWhole: true } : undefined
  }
  KNOWN.set(files, packageOf)
  return packageOf
}

/** By the list of a tree, which all shards share. */
const KNOWN = new WeakMap<readonly TreeFile[], PackageOf>()

function packageAt(path: string): PresentPackage | undefined {
  const parts = path.split('/')
  for (let at = parts.length - 2; at >= 0; at -= 1) {
    if (!HOLDERS.has(parts[at]!)) continue
    const [first = '', second = '', third = ''] = parts.slice(at + 1)
    if (first.startsWith('.') && at + 2 < parts.length) return undefined
    // A single file there is a package of one file.
    if (at + 2 === parts.length)
      return { name: first.replace(/\.[^.]*$/, ''), folder: `${parts.slice(0, at + 1).join('/')}/` }
    const isHost = first.includes('.') && parts.length > at + 4 && parts[at] === 'vendor'
    const length = isHost ? 3 : first.startsWith('@') ? 2 : 1
    const name = isHost ? `${first}/${second}/${third}` : first.startsWith('@') ? `${first}/${second}` : first
    return { name, folder: `${parts.slice(0, at + 1 + length).join('/')}/` }
  }
  return undefined
}

const LOCK =
  /^(?:[^/]+\/)?(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|Cargo\.lock|\.gitignore)$/
const PUBLISHED = /^([^/]+\/)?(?:PKG-INFO|\.cargo_vcs_info\.json|Cargo\.toml\.orig)$/

/** The folder of a package that was published and is analyzed on its own. */
function publishedRoot(files: readonly TreeFile[]): string | undefined {
  const paths = files.map(({ path }) => path)
  if (paths.includes('package/package.json') && paths.every((path) => path.startsWith('package/'))) return 'package/'
  for (const path of paths) {
    const sign = PUBLISHED.exec(path)
    if (sign !== null) return sign[1] ?? ''
    if (/^[^/]+\.dist-info\/METADATA$/.test(path)) return ''
  }
  const isBare = paths.includes('package.json') && !paths.some((path) => LOCK.test(path) || path.startsWith('.github/'))
  return isBare ? '' : undefined
}

const JS = /\.[cm]?[jt]sx?$/i
const DECLARATIONS = /\.d\.[cm]?ts$/i
const PYTHON = /\.(?:pyw?|pth)$/i
const SHELL = /\.(?:sh|bash|ps1|bat|cmd)$/i

/** Returns the syntax of a file by its name; undefined for unsupported files. */
export function syntaxOf(path: string): Syntax | 'shell' | undefined {
  if (JS.test(path)) return DECLARATIONS.test(path) ? undefined : 'js'
  if (PYTHON.test(path)) return 'python'
  return SHELL.test(path) ? 'shell' : undefined
}

/** Returns whether Python or a package manager runs a file automatically. */
export function runsUnasked(path: string): boolean {
  return /(?:^|\/)setup\.py$|\.pth$|(?:^|\/)(?:sitecustomize|usercustomize)\.py$/i.test(path)
}
