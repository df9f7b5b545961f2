import { languagesNamed } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import type { EmbeddedCode } from './embedded.ts'

/** A source string in a notebook, with its location and role. */
interface NotebookString {
  readonly cell: number
  readonly line: number
  readonly text: string
}

interface Notebook {
  readonly pieces: readonly NotebookString[]
  readonly codeCells: ReadonlySet<number>
  readonly language: string
}

/** Own limit: deeper documents are no notebooks. */
const DEPTH_MAX = 200

/**
 * Extracts the code cells of a Jupyter notebook, in sequence, without notebook commands.
 * @returns undefined for no code in a supported language; `unreadable` for an invalid notebook
 */
export function notebookCode(text: string): EmbeddedCode | 'unreadable' | undefined {
  const notebook = readNotebook(text)
  if (notebook === undefined) return 'unreadable'
  const [language] = languagesNamed(notebook.language)
  if (language === undefined) return undefined
  const out: string[] = []
  const lines: number[] = []
  for (const [cell, pieces] of Map.groupBy(notebook.pieces, (piece) => piece.cell)) {
    if (!notebook.codeCells.has(cell)) continue
    const code = linesOf(pieces)
    if (isOtherProgram(code[0]?.text ?? '')) continue
    for (const { text: line, at } of code) {
      out.push(isCommand(line, language) ? '' : line)
      lines.push(at)
    }
  }
  return out.every((line) => line.trim() === '') ? undefined : { language, text: out.join('\n'), lines }
}

/** Returns the lines of a cell: a string may contain one line or several. */
function linesOf(pieces: readonly NotebookString[]): readonly { readonly text: string; readonly at: number }[] {
  const lines: { text: string; at: number }[] = []
  let isOpen = false
  for (const { text, line } of pieces) {
    for (const [index, part] of text.split('\n').entries()) {
      const last = lines.at(-1)
      if (index > 0 || !isOpen || last === undefined) lines.push({ text: part, at: line })
      else {
        // A string with a final line break contains nothing of the next line.
        if (last.text === '') last.at = line
        last.text += part
      }
    }
    isOpen = true
  }
  return lines
}

/** Whether a cell is for another interpreter: `%%bash`. Cells with timing or capture commands are not. */
function isOtherProgram(first: string): boolean {
  return /^\s{0,20}%%(?!(?:time|timeit|capture|prun|memit|python3?|javascript|js)\b)/.test(first)
}

function isCommand(line: string, { name }: Language): boolean {
  return name === 'python' && /^\s{0,200}[%!?]/.test(line)
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}[\],:\n]|[^\s"{}[\],:]+/g

interface Level {
  readonly isList: boolean
  /** The member of the object that is read. */
  key: string | undefined
  /** The number of the cell that the object is. */
  readonly cell: number
}

function readNotebook(text: string): Notebook | undefined {
  const levels: Level[] = []
  const pieces: NotebookString[] = []
  const codeCells = new Set<number>()
  const names = { kernel: '', info: '' }
  let [line, cells, isCells] = [1, 0, false]
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1)
    if (token === '\n') line += 1
    else if (token === '{' || token === '[') {
      if (levels.length >= DEPTH_MAX) return undefined
      const isCell = token === '{' && level?.isList === true && levels.at(-2)?.key === 'cells'
      if (isCell) cells += 1
      if (isCell || level?.key === 'cells') isCells = true
      levels.push({ isList: token === '[', key: undefined, cell: isCell ? cells : (level?.cell ?? 0) })
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',') {
      if (level?.isList === false) level.key = undefined
    } else if (token.startsWith('"')) {
      const value = stringOf(token)
      if (level === undefined || value === undefined) return undefined
      if (!level.isList && level.key === undefined) level.key = value
      else if (isSource(levels)) pieces.push({ cell: level.cell, line, text: value })
      else if (level.key === 'cell_type' && value === 'code') codeCells.add(level.cell)
      else if (level.key === 'language' && levels.at(-2)?.key === 'kernelspec') names.kernel = value
      else if (level.key === 'name' && levels.at(-2)?.key === 'language_info') names.info = value
    }
  }
  if (levels.length > 0 || !isCells) return undefined
  return { pieces, codeCells, language: names.info || names.kernel || 'python' }
}

/** Whether a string is a text of a cell, whole or a line of it. */
function isSource(levels: readonly Level[]): boolean {
  const isList = levels.at(-1)!.isList
  const holder = levels.at(isList ? -2 : -1)
  const isOfCell = levels.at(isList ? -4 : -3)?.key === 'cells'
  return isOfCell && holder !== undefined && !holder.isList && (holder.key === 'source' || holder.key === 'input')
}

function stringOf(token: string): string | undefined {
  try {
    return JSON.parse(token) as string
  } catch {
    return undefined
  }
}
