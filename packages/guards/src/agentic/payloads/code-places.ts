import { parameterName } from '../parameters/names.ts'
import { wordsOf } from '../tool-words.ts'

/** Words of a tool that takes code, commands or documents: what looks like a payload is what it is for. */
const CODE_TOOLS: ReadonlySet<string> = new Set(
  (
    'shell bash sh zsh powershell terminal console command cmd exec execute eval repl sql query database db mongo python javascript ' +
    'node code script notebook jupyter interpreter sandbox edit editor replace patch diff write create draft template render ' +
    'mail email message post comment scan lint test regex'
  ).split(' '),
)

/** Parameters that take code, commands or a text that people wrote. */
const CODE_NAMES: ReadonlySet<string> = new Set(
  (
    'code command commands cmd script sql query statement statements expression formula filter where program source snippet patch ' +
    'diff template html markdown css regex pattern prompt content contents text body message messages description comment comments ' +
    'note notes summary subject title question answer input old_str new_str old_string new_string file_text insert_text data payload ' +
    'args argv arguments review feedback instructions reason explanation caption transcript log logs output'
  ).split(' '),
)

/** Parameters that hold one value, which code behind a tool often puts into a command. */
const VALUE_NAMES: ReadonlySet<string> = new Set(
  'host hostname ip domain server address port id uuid branch ref tag filename region username container pod namespace'.split(
    ' ',
  ),
)

/** Whether a tool takes code or documents, by its name. */
export function takesCode(tool: string): boolean {
  return [...wordsOf(tool)].some((word) => CODE_TOOLS.has(word))
}

/** What a parameter takes, by its name: text that may hold code, one value, or anything. */
export function placeOf(name: string): 'code' | 'value' | 'any' {
  const plain = parameterName(name)
  if (CODE_NAMES.has(plain)) return 'code'
  const words = [...wordsOf(name)]
  if (words.some((word) => VALUE_NAMES.has(word))) return 'value'
  return words.some((word) => CODE_NAMES.has(word)) ? 'code' : 'any'
}

/** Separators and substitutions of shells, and an option in the place of a value. */
const SHELL_SYNTAX = /[;|`\r\n]|\$[({]|&&|^\s{0,8}-{1,2}[A-Za-z]/

/** Whether one value holds what only a shell makes something of. */
export function holdsShellSyntax(value: string): boolean {
  return SHELL_SYNTAX.test(value)
}
