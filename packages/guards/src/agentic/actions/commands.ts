import { parameterName } from '../parameters/names.ts'

/** Names of arguments with executed content. */
const RUN_NAMES = new Set([
  'command',
  'commands',
  'cmd',
  'sql',
  'query',
  'script',
  'code',
  'statement',
  'statements',
  'args',
  'argv',
  'exec',
  'shell',
  'bash',
  'program',
  'expression',
])

/** Maximum number of characters of arguments, and maximum depth. Only the start of longer arguments is read. */
const CHARS_MAX = 65_536
const DEPTH_MAX = 16

/** Irreversible destructive commands and statements. Gaps are bounded, and no quantifiers are nested. */
const DESTRUCTIVE: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['sql_drop', /\b(?:drop|truncate)\s{1,8}(?:table|database|schema|view|index|user|role|tablespace|collection)\b/i],
  ['sql_truncate', /\btruncate\s{1,8}(?!table\b)[\w."`[\]]{1,80}\s{0,4}(?:;|$)/i],
  ['sql_delete_all', /\bdelete\s{1,8}from\s{1,8}[\w."`[\]]{1,80}\s{0,8}(?:;|$|--)/i],
  ['sql_delete_all', /\bwhere\s{1,4}(?:1\s{0,2}=\s{0,2}1|true|'(\w{1,8})'\s{0,2}=\s{0,2}'\1')/i],
  ['sql_update_all', /\bupdate\s{1,8}[\w."`[\]]{1,80}\s{1,8}set\s(?:(?!\bwhere\b)[^;]){1,400}(?:;|$)/i],
  ['sql_rights', /\bgrant\s{1,8}all\b|\balter\s{1,8}(?:user|role)\b/i],
  ['mongo_drop', /\.(?:dropDatabase|dropCollection|drop|deleteMany|remove)\(\s{0,4}(?:\{\s{0,4}\})?\s{0,4}\)/],
  ['rm_recursive', /\brm\s{1,4}(?:-[\w-]{1,20}\s{1,4}){0,4}(?:-[a-z]{0,6}[rR][a-z]{0,6}|--recursive)\b/],
  ['windows_delete', /\b(?:del|rd|rmdir)\s{1,4}(?:\/[a-z]\s{1,4}){0,4}\/[sq]\b|\bremove-item\b[^\n|;]{0,120}-recurse/i],
  [
    'disk',
    /\bmkfs\b|\bdd\s{1,4}(?:\w{1,8}=\S{1,80}\s{1,4}){0,6}of=\/dev\/|>\s{0,4}\/dev\/(?:sd|nvme|hd)|\bshred\s|\bformat\s{1,4}[a-z]:/i,
  ],
  ['fork_bomb', /:\s{0,2}\(\s{0,2}\)\s{0,2}\{[^}]{0,20}:\s{0,2}\|\s{0,2}:/],
  ['open_rights', /\bchmod\s{1,4}(?:-R\s{1,4})?(?:777|a\+rwx)\s{1,4}\//],
  [
    'git_rewrite',
    /\bgit\s{1,4}push\b[^\n;|]{0,80}(?:--force(?!-with-lease)|\s-f\b)|\bgit\s{1,4}(?:reset\s{1,4}--hard|clean\s{1,4}-[a-z]{0,4}f)/,
  ],
  [
    'infrastructure',
    /\bterraform\s{1,4}destroy\b|\bkubectl\s{1,4}delete\b|\bhelm\s{1,4}uninstall\b|\baws\s{1,4}s3\s{1,4}(?:rb|rm)\b|\bgcloud\b[^\n;|]{0,80}\bdelete\b|\baz\b[^\n;|]{0,80}\bdelete\b|\bdocker\s{1,4}(?:system|volume)\s{1,4}prune\b/,
  ],
  [
    'library_delete_tree',
    /\brmtree\s{0,4}\(|\bshutil\b[^\n;]{0,40}\brmtree\b|\bremove_(?:tree|dir_all)\s{0,4}\(|\bos\.(?:RemoveAll|removedirs)\s{0,4}\(|\brimraf(?:\.\w{1,20})?(?:[Ss]ync)?\s{0,4}\(|\bFileUtils\.(?:rm_rf?|remove_dir|remove_entry\w{0,8}|deleteDirectory|cleanDirectory|forceDelete)\b|\bFile\.rm_rf\b|\bemptyDir(?:Sync)?\s{0,4}\(|\bdeleteRecursively\s{0,4}\(/,
  ],
  // Commands that remove a single item, unless their options are recursive.
  [
    'library_delete_tree',
    /\brm(?:dir)?(?:Sync)?\s{0,4}\([^\n;]{0,200}\brecursive['"]?\s{0,4}:\s{0,4}(?:true\b|!0|1\b)/,
  ],
  [
    'library_delete_tree',
    /\bDirectory\.Delete\s{0,4}\([^\n;]{0,200},\s{0,4}(?:recursive\s{0,4}:\s{0,4})?true\s{0,4}\)/,
  ],
  [
    'find_delete',
    /\bfind\s[^\n;|]{0,200}\s-(?:delete\b|exec\s{1,4}(?:\S{0,40}\/)?rm\b)|\bxargs\s(?:-\S{1,20}\s{1,4}){0,4}(?:\S{0,40}\/)?rm\b/,
  ],
  ['traces', /\bhistory\s{1,4}-c\b|\bunset\s{1,4}HISTFILE\b|\brm\s[^\n;|]{0,80}\/var\/log\b/],
  ['download_and_run', /\b(?:curl|wget)\b[^\n;]{0,200}\|\s{0,4}(?:sudo\s{1,4})?(?:ba|z|da)?sh\b/],
]

/**
 * Finds destructive commands in executed arguments.
 * @param runsCode whether the action itself runs code: then every text counts, otherwise only arguments with certain names
 * @returns names of the commands
 */
export function destructiveCommands(params: Readonly<Record<string, unknown>>, runsCode: boolean): readonly string[] {
  const texts: string[] = []
  let left = CHARS_MAX
  const collect = (value: unknown, counts: boolean, depth: number): void => {
    if (left <= 0 || depth > DEPTH_MAX) return
    if (typeof value === 'string' && counts) {
      texts.push(value.slice(0, left))
      left -= value.length
    } else if (Array.isArray(value)) {
      // Separate arguments of one command, such as `["rm", "-rf", "/"]`.
      const words = value.filter((element) => typeof element === 'string')
      if (counts && words.length > 1) collect(words.join(' '), true, depth + 1)
      for (const element of value) collect(element, counts, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        collect(inner, counts || RUN_NAMES.has(parameterName(name)), depth + 1)
      }
    }
  }
  collect(params, runsCode, 0)
  const found = new Set<string>()
  for (const text of texts) {
    const plain = text.normalize('NFKC').replaceAll(/\/\*[^*]{0,200}\*\//g, ' ')
    const bare = withoutQuoting(plain)
    for (const [name, pattern] of DESTRUCTIVE) {
      const isStatement = name.startsWith('sql_')
      if (pattern.test(plain) || (!isStatement && bare !== plain && pattern.test(bare))) found.add(name)
    }
  }
  return [...found].sort()
}

/**
 * Returns a command as a shell would run it: without quotes, escapes and empty variables, with whitespace normalized, and with the words
 * of an `echo` with captured output. External input and computed values are not evaluated.
 */
function withoutQuoting(command: string): string {
  return command
    .replaceAll(/\\\r?\n|\$\{?[@*]\}?|\$(?=["'])/g, '')
    .replaceAll(/["'\\^]/g, '')
    .replaceAll(/\$(?:IFS\b|\{IFS\b[^}\n]{0,20}\})/g, ' ')
    .replaceAll(/(?:\$\(|`)\s{0,4}(?:echo|printf)\s{1,4}(?:-\w{1,4}\s{1,4})?([\w./ -]{1,80})[)`]/g, '$1')
}
