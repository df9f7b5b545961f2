import { withoutCommentLines, withoutLiterals } from './code-text.ts'

/** Own limits for the parts of a qualified name and for the enclosing namespaces. */
const PARTS_MAX = 16
const DECLARATIONS =
  /[{}]|\b(?:package|namespace)\s+([\w.\\]+)|\b(?:(?:enum|record)\s+)?(?:class|interface|enum|record|struct|object|trait|fun)\s+([A-Za-z_]\w*)/g
const IMPORTS = /\b(?:import|using|use)\s+(?:(?:static|function)\s+|global::)?([\w.\\]+)/g
const NAMES = /[A-Za-z_$][\w$]*(?:[.\\][A-Za-z_$][\w$]*)*/g

interface Declared {
  readonly packages: readonly string[]
  readonly types: readonly string[]
}

/** Types of files outside of production code by qualified name, for languages that import names instead of paths. */
export class TypeIndex {
  /** Files by package, by name of a type. */
  readonly #types = new Map<string, Map<string, string[]>>()

  add(path: string, language: string, text: string): void {
    const { packages, types } = declaredIn(bareText(language, text), language)
    for (const type of types) {
      const byPackage = this.#types.get(type) ?? new Map<string, string[]>()
      this.#types.set(type, byPackage)
      for (const item of packages) {
        const files = byPackage.get(item)
        if (files === undefined) byPackage.set(item, [path])
        else files.push(path)
      }
    }
  }

  /** Returns the files that declare types that a text names, by import, qualified name or shared namespace. */
  filesNamedIn(language: string, input: string): readonly string[] {
    if (this.#types.size === 0) return []
    const text = bareText(language, input)
    const own = declaredIn(text, language)
    const enclosing = new Set(own.packages.flatMap((item) => (language === 'java' ? [item] : namespacesOf(item))))
    const imported = [...text.matchAll(IMPORTS)].map(([, name = '']) => name.replaceAll('\\', '.').replace(/\.+$/, ''))
    const visible = new Set([...enclosing, ...imported])
    const declared = new Set(own.types)
    const files = new Set<string>()
    for (const name of new Set(text.match(NAMES))) {
      const parts = name.split(/[.\\]/).slice(0, PARTS_MAX)
      const [first = ''] = parts
      const byPackage = declared.has(first) ? undefined : this.#types.get(first)
      for (const [item, found] of byPackage ?? []) if (visible.has(item)) for (const path of found) files.add(path)
      for (let count = 1; count < parts.length; count += 1) {
        const before = parts.slice(0, count).join('.')
        const qualified = this.#types.get(parts[count]!)
        for (const item of qualified === undefined ? [] : ['', ...enclosing]) {
          for (const path of qualified!.get(item === '' ? before : `${item}.${before}`) ?? []) files.add(path)
        }
      }
    }
    return [...files]
  }
}

function bareText(language: string, text: string): string {
  return language === 'php' ? withoutCommentLines(text) : withoutLiterals(text)
}

/** Returns the namespaces and the types that are not members of types. */
function declaredIn(text: string, language: string): Declared {
  const packages = new Set<string>()
  const types = new Set<string>()
  const isBlockOfNamespace: boolean[] = []
  let depth = 0
  let isNamespaceNext = false
  for (const [all, name, type] of text.matchAll(DECLARATIONS)) {
    if (all === '{') {
      isBlockOfNamespace.push(isNamespaceNext)
      if (!isNamespaceNext) depth += 1
      isNamespaceNext = false
    } else if (all === '}') {
      if (isBlockOfNamespace.pop() === false) depth -= 1
    } else if (name !== undefined) {
      packages.add(name.replaceAll('\\', '.'))
      isNamespaceNext = all.startsWith('namespace')
    } else if (type !== undefined && (depth === 0 || language === 'php')) {
      isNamespaceNext = false
      types.add(type)
    }
  }
  return { packages: packages.size === 0 ? [''] : [...packages], types: [...types] }
}

function namespacesOf(name: string): readonly string[] {
  const parts = name.split('.').slice(0, PARTS_MAX)
  return parts.map((_part, at) => parts.slice(0, at + 1).join('.'))
}
