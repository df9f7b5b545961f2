import type { TreeWriter } from '../own-grammar.ts'
import type { Lines, InstructionWord } from './line.ts'

/** Keywords before a command. */
const KEYWORDS = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!', 'fi', 'done', 'esac', 'time'])

/** Characters that end a command. */
const ENDS = ';&|(){}\n'

/** Writes a shell script as its commands, each with its words: enough to identify commands and arguments. */
export function writeScript(lines: Lines, writer: TreeWriter, from: number, end: number): void {
  writer.open('script', from)
  for (let at = from; at < end;) {
    at = lines.skip(at, end)
    if (at >= end) break
    const char = lines.text[at]!
    // `${` is of a word, and so is `{}` of find.
    if (ENDS.includes(char)) at += 1
    else if (char === '#') at = lineEnd(lines.text, at, end)
    else at = writeCommand(lines, writer, at, end)
  }
  writer.close(end)
}

function writeCommand(lines: Lines, writer: TreeWriter, start: number, end: number): number {
  const words: InstructionWord[] = []
  let at = start
  while (at < end) {
    const word = wordAt(lines, at, end)
    if (word.end === at) break
    const text = lines.text.slice(at, word.end)
    if (words.length > 0 || !KEYWORDS.has(text)) words.push(word)
    at = lines.skip(word.end, end)
    if (at < end && ENDS.includes(lines.text[at]!)) break
  }
  const [first, last] = [words[0], words.at(-1)]
  if (first !== undefined && last !== undefined) {
    writer.open('command', first.start)
    let isName = true
    for (const word of words) {
      const text = lines.text.slice(word.start, word.end)
      const isAssignment = isName && /^[A-Za-z_]\w*=/.test(text)
      if (!isAssignment) isName = false
      if (isAssignment) writer.leaf('assignment', word.start, word.end)
      else if (/^\d?[<>]/.test(text)) writer.leaf('redirect', word.start, word.end)
      else writeWord(lines, writer, word)
    }
    writer.close(last.end)
  }
  return Math.max(at, start + 1)
}

/** Reads a word, or a redirection with its target. */
function wordAt(lines: Lines, at: number, end: number): InstructionWord {
  const redirect = /^(?:\d{0,2}|&)[<>]{1,3}&?/.exec(lines.text.slice(at, Math.min(end, at + 8)))
  if (redirect === null) return lines.word(at, end, ';&|()<>')
  const target = lines.skip(at + redirect[0].length, end)
  return { start: at, end: lines.word(target, end, ';&|()<>').end }
}

/** Writes a word as a string without its outer quotes. */
export function writeWord({ text }: Lines, writer: TreeWriter, { start, end }: InstructionWord, field = ''): void {
  const quote = text[start]
  const isQuoted = (quote === '"' || quote === "'") && end - start > 1 && text.indexOf(quote, start + 1) === end - 1
  writer.open('word', start, field)
  writer.leaf('content', isQuoted ? start + 1 : start, isQuoted ? end - 1 : end)
  writer.close(end)
}

function lineEnd(text: string, at: number, end: number): number {
  const line = text.indexOf('\n', at)
  return line === -1 || line > end ? end : line
}
