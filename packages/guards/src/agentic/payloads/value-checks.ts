import type { ParameterKind } from './parameter-kind.ts'

/** A problem of one value: the rule and the subject of its message. */
export interface ValueProblem {
  readonly rule: string
  readonly category: string
  readonly title: string
}

const SHELL: ValueProblem = {
  rule: 'shell-syntax-in-value',
  category: 'shell_injection',
  title: 'shell syntax instead of a single value',
}
const COMMAND: ValueProblem = {
  rule: 'shell-command-in-value',
  category: 'shell_injection',
  title: 'a shell separator followed by a command',
}
const OPTION: ValueProblem = {
  rule: 'option-in-value',
  category: 'shell_injection',
  title: 'a command-line option instead of a single value',
}
const GIT: ValueProblem = {
  rule: 'git-option-injection',
  category: 'shell_injection',
  title: 'a Git transport or option that runs a command',
}
const NUL: ValueProblem = { rule: 'null-byte', category: 'path_traversal', title: 'a null byte' }
const FILE: ValueProblem = {
  rule: 'path-credential-file',
  category: 'path_traversal',
  title: 'the path of a credential file or system file',
}
const HEADER: ValueProblem = {
  rule: 'header-line-break',
  category: 'header_injection',
  title: 'a line break followed by a header',
}

/** Command separators and substitutions of shells in one value. */
const SHELL_SYNTAX = /[;|`\r\n]|\$[({]|\$IFS\b|&&|%0[ad]|[<>]\(/i
/** Characters that a host cannot contain. */
const HOST_SYNTAX = /[&<>\s]/
/** A separator or substitution and a command that has no ordinary reading there. Quantifiers are bounded. */
const SEPARATED_COMMAND =
  /(?:[;|&`\r\n]|\$\(|[<>]\(|%0a|%3b)\s{0,8}(?:sudo\s{1,4})?(?:\/(?:usr\/)?s?bin\/)?(?:whoami\b|uname\b|printenv\b|ifconfig\b|ls\s{1,4}[-/~.]|cat\s{1,4}[-/~.$]|(?:curl|wget|nslookup)\s{1,4}\S|nc\s{1,4}\S{1,80}\s{1,4}\d|(?:ba|z|da)?sh(?=\s{0,4}(?:$|[;|&)`]|-c))|rm\s{1,4}-|touch\s{1,4}[/~.]|sleep\s{1,4}\d|(?:python\d?|perl|ruby|node|php)\s{1,4}-[cer]\b|ping\s{1,4}-|chmod\s{1,4}[+\d]|mkfifo\s|dd\s{1,4}if=|tee\s{1,4}[/~])/i
/** Commands that are also column names and words: a preceding line break or a following single `&` is not sufficient. */
const SEPARATED_SHORT_COMMAND =
  /(?:[;|&`]|\$\(|[<>]\(|%0a|%3b)\s{0,8}(?:id|ls|env|hostname|pwd|ps|reboot)(?=\s{0,4}(?:$|[;|)`#]|&&))/i
const LEADING_OPTION = /^\s{0,8}-{1,2}[A-Za-z]/
const GIT_TRANSPORT = /^\s{0,8}(?:ext|fd)::/i
const GIT_OPTION =
  /--(?:upload-pack|receive-pack)\b|\bcore\.(?:sshCommand|fsmonitor|hooksPath|gitProxy|editor|pager)\b|\bprotocol\.ext\.allow\b|\bProxyCommand\s{0,4}=/i
const HEADER_BREAK = /(?:[\r\n]|%0[ad])\s{0,8}[A-Za-z][\w -]{0,40}:/i

const CREDENTIAL_FILE =
  /^\/etc\/(?:passwd|g?shadow|sudoers|master\.passwd)$|^\/proc\/(?:self|\d{1,8})\/(?:environ|mem|maps|fd|root)|(?:^|\/)\.ssh\/(?:id_\w{2,16}|authorized_keys)$|(?:^|\/)\.(?:aws\/credentials|kube\/config|docker\/config\.json|netrc|git-credentials|pgpass)$|(?:^|\/)\.gnupg\/|^\/(?:var\/)?run\/secrets\/|^\/root\/\.|(?:^|\/)system32\/config\/(?:sam|system|security)$/
/** Secret files of a project; they are only denied outside the working directory. */
const SECRET_NAME =
  /^(?:\.env(?!\.(?:example|sample|template|dist)$)(?:\.\w{1,20})?|secrets?(?:\.\w{1,8})?|credentials?(?:\.\w{1,8})?|id_(?:rsa|dsa|ecdsa|ed25519)|\.htpasswd|passwd|shadow)$/

/** Returns the problem of one parameter value of this kind without program code and free text. */
export function problemOfValue(value: string, kind: ParameterKind): ValueProblem | undefined {
  // RFC 5322 and RFC 9110: a header ends at its line break. A subject is text, and a header as well.
  if (kind === 'header') return HEADER_BREAK.test(value) ? HEADER : commandProblem(value)
  if (value.includes('\0')) return NUL
  if (GIT_TRANSPORT.test(value) || GIT_OPTION.test(value)) return GIT
  if (kind === 'value' || kind === 'host') {
    if (SHELL_SYNTAX.test(value) || (kind === 'host' && HOST_SYNTAX.test(value.trim()))) return SHELL
  }
  if (['value', 'host', 'url', 'path'].includes(kind) && LEADING_OPTION.test(value)) return OPTION
  if (kind === 'path' || kind === 'url') {
    if (isSecretPath(value)) return FILE
  }
  return kind === 'title' ? undefined : commandProblem(value)
}

/** Returns the problem of a subject, which is free text that becomes a header. */
export function problemOfSubject(value: string): ValueProblem | undefined {
  return HEADER_BREAK.test(value) ? HEADER : undefined
}

/** Returns the problem of separate command arguments. */
export function problemOfArguments(words: readonly string[]): ValueProblem | undefined {
  return commandProblem(words.join(' '))
}

function commandProblem(value: string): ValueProblem | undefined {
  return SEPARATED_COMMAND.test(value) || SEPARATED_SHORT_COMMAND.test(value) ? COMMAND : undefined
}

/** Returns whether a path leads to credentials, system files, or secrets outside the working directory. */
export function isSecretPath(value: string): boolean {
  const plain = value
    .trim()
    .replace(/^file:\/{0,2}(?=\/)/i, '')
    .replaceAll('\\', '/')
    .toLowerCase()
  const segments: string[] = []
  let climbs = 0
  for (const segment of plain.split('/')) {
    if (segment === '..') {
      if (segments.length > 0 && segments.at(-1) !== '') segments.pop()
      else climbs += 1
    } else if (segment !== '.' && (segment !== '' || segments.length === 0)) segments.push(segment)
  }
  if (CREDENTIAL_FILE.test(segments.join('/'))) return true
  return climbs > 0 && !plain.startsWith('/') && SECRET_NAME.test(segments.at(-1) ?? '')
}
