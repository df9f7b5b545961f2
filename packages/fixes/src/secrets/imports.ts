import { eolOf, lineAt } from '../text/splice.ts'

/** Adds `import os` after the docstring and `__future__` imports. */
export function withPythonImport(text: string, _line = 0, name = 'os'): string {
  if (new RegExp(`^import (?:[\\w., ]+, *)?${name}\\b(?! as)`, 'm').test(text)) return text
  const eol = eolOf(text)
  const head =
    /^(?:#[^\n]*\n)*(?:\s*\n)*(?:[rRuU]?("""|''')[\s\S]*?\1[^\n]*\n(?:[ \t]*\n)*)?(?:from __future__ [^\n]*\n(?:[ \t]*\n)*)*/.exec(
      text,
    )?.[0] ?? ''
  const rest = text.slice(head.length)
  // Sorted among the plain imports at the top.
  const imports = [...rest.matchAll(/^import ([\w.]+)[^\n]*\n/gm)]
  const next = imports.find(([, module]) => module! > name)
  const at =
    imports.length > 0 && rest.startsWith('import ')
      ? head.length + (next?.index ?? imports.at(-1)!.index + imports.at(-1)![0].length)
      : head.length
  const isFirst = !/^(?:import|from) /.test(text.slice(at))
  return `${text.slice(0, at)}import ${name}${eol}${isFirst && imports.length === 0 ? eol : ''}${text.slice(at)}`
}

/** Adds a package to the imports of a Go file; a constant becomes a variable. */
export function withGoImport(text: string, line = 0, name = 'os'): string | undefined {
  const own = line === 0 ? undefined : lineAt(text, line)
  const isConstant = own !== undefined && /^\s*const\b/.test(own.text)
  const changed = isConstant
    ? text.slice(0, own.start) + own.text.replace(/\bconst\b/, 'var') + text.slice(own.end)
    : text
  if (new RegExp(`^(?:import )?\\s*"${name}"`, 'm').test(changed)) return changed
  const eol = eolOf(text)
  const block = /^import \(\r?\n([\s\S]*?)^\)/m.exec(changed)
  if (block !== null) {
    const entries = [...block[1]!.matchAll(/^[ \t]*"([^"]+)"[^\n]*\n/gm)]
    const next = entries.find(([, path]) => path! > name)
    const start = block.index + block[0].indexOf(block[1]!)
    const last = entries.at(-1)
    const at = start + (next?.index ?? (last === undefined ? 0 : last.index + last[0].length))
    return `${changed.slice(0, at)}\t"${name}"${eol}${changed.slice(at)}`
  }
  const clause = /^package [^\n]*\n/m.exec(changed)
  if (clause === null) return undefined
  const at = clause.index + clause[0].length
  return `${changed.slice(0, at)}${eol}import "${name}"${eol}${changed.slice(at)}`
}
