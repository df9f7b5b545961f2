import type { ContentHit } from './hit.ts'

/** `user:x:uid:gid:comment:home:shell` */
const PASSWD =
  /(?<![^\s"'`\\n])[a-z_][\w.-]{0,31}:[x*!]?:\d{1,7}:\d{1,7}:[^:\n]{0,120}:\/[^:\s]{0,120}:\/[\w./-]{1,120}/g
/** `user:hash:days:…` */
const SHADOW =
  /(?<![^\s"'`\\n])[a-z_][\w.-]{0,31}:(\$\w{1,8}\$[^:\s]{3,200}|[!*]{1,2}):\d{4,6}:\d{0,6}:\d{0,6}:\d{0,6}:/g
const ID_OUTPUT = /\buid=\d{1,7}\([\w.-]{1,32}\)\s{1,2}gid=\d{1,7}\([\w.-]{1,32}\)/g
const VARIABLE = /(?<=^|[\n"'`]|\\n)(?:export )?([A-Z][A-Z0-9_]{1,60})=([^\n]{1,400})/g
/** Variables that every process has. */
const USUAL =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|LANG|LC_ALL|TERM|HOSTNAME|SHLVL|TMPDIR|EDITOR|MAIL|NODE_ENV|PYTHONPATH|JAVA_HOME|VIRTUAL_ENV|KUBERNETES_\w+|AWS_\w+|GOOGLE_\w+|AZURE_\w+|DATABASE_URL|DB_\w+|REDIS_URL|PORT|OPENAI_\w+)$/
const FRAMES: readonly RegExp[] = [
  /Traceback \(most recent call last\):/g,
  /(?:^|\n|\\n)\s{0,8}File "[^"\n]{1,200}", line \d{1,7}, in /g,
  /(?:^|\n|\\n)\s{0,8}at (?:[\w$.<>[\] ]{1,120} )?\(?(?:file:\/\/|node:|\/|[A-Z]:\\|webpack)[^()\n]{1,200}:\d{1,7}:\d{1,7}\)?/g,
  /(?:^|\n|\\n)\s{0,8}at [\w$.]{3,160}\([\w$]{1,80}\.(?:java|kt|scala):\d{1,7}\)/g,
  /(?:^|\n|\\n)goroutine \d{1,7} \[\w/g,
  /(?:^|\n|\\n)#\d{1,3} \/[^\s:()]{1,200}\(\d{1,7}\): /g,
]
/** A single line may explain the format. */
const LINES_MIN = 2
const VARIABLES_MIN = 3
const MATCHES_MAX = 200
const DOCUMENTED_HASH = /salt|hash|\.{3}|…|x{4}/i

/** Finds content of files and processes of a server. */
export function findMachineContent(text: string): readonly ContentHit[] {
  return [...systemFiles(text), ...commandOutput(text), ...environment(text), ...stackTraces(text)]
}

function systemFiles(text: string): readonly ContentHit[] {
  if (!text.includes(':')) return []
  const accounts = matches(text, PASSWD)
  const hashes = matches(text, SHADOW)
  const isHash = hashes.some(({ 1: hash = '' }) => hash.startsWith('$') && !DOCUMENTED_HASH.test(hash))
  return [
    ...hitOf(text, accounts, {
      kind: 'system_file',
      what: 'lines of /etc/passwd',
      strength: accounts.length >= LINES_MIN ? 'likely' : 'weak',
    }),
    ...hitOf(text, hashes, {
      kind: 'system_file',
      what: 'lines of /etc/shadow',
      strength: isHash || hashes.length >= LINES_MIN ? 'likely' : 'weak',
    }),
  ]
}

function commandOutput(text: string): readonly ContentHit[] {
  if (!text.includes('uid=')) return []
  return hitOf(text, matches(text, ID_OUTPUT), { kind: 'command_output', what: 'output of the command id', strength: 'likely' }) // prettier-ignore
}

function environment(text: string): readonly ContentHit[] {
  if (!text.includes('=')) return []
  const variables = matches(text, VARIABLE)
  const usual = variables.filter(({ 1: name = '', 2: value = '' }) => USUAL.test(name) && !/^[<$"']?(?:your|<)/i.test(value)) // prettier-ignore
  if (variables.length < VARIABLES_MIN || usual.length < VARIABLES_MIN - 1) return []
  return hitOf(text, variables, { kind: 'environment', what: 'environment variables', strength: 'likely' })
}

function stackTraces(text: string): readonly ContentHit[] {
  const frames = FRAMES.flatMap((form) => matches(text, form)).toSorted((a, b) => a.index - b.index)
  if (frames.length < LINES_MIN) return []
  return hitOf(text, frames, { kind: 'stack_trace', what: 'a stack trace', strength: 'weak' })
}

type Match = RegExpExecArray

function matches(text: string, form: RegExp): readonly Match[] {
  const found: Match[] = []
  for (const match of text.matchAll(form)) {
    found.push(match)
    if (found.length === MATCHES_MAX) break
  }
  return found
}

/** Returns one hit from the first match to the last. */
function hitOf(
  text: string,
  found: readonly Match[],
  about: Pick<ContentHit, 'kind' | 'what' | 'strength'>,
): readonly ContentHit[] {
  const [first] = found
  const last = found.at(-1)
  if (first === undefined || last === undefined) return []
  const end = last.index + last[0].length
  return [{ ...about, start: first.index, end, value: text.slice(first.index, end) }]
}
