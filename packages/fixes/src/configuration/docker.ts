import type { FixDraft, Fixer, FixFiles, FixTarget } from '../draft.ts'
import { eolOf, lineAt, linesAt } from '../text/splice.ts'
import { knownDigest } from './known-references.ts'

type Edit = (
  text: string,
  target: FixTarget,
  files: FixFiles,
) => Promise<(Omit<FixDraft, 'edits'> & { text: string }) | undefined>

const RUNS_AS = '10001:10001'
const UNPRIVILEGED =
  'The program can no longer bind to ports below 1024 or write to files of root. Check both, and give the files that it writes to this user.'

/** Options that turn off the verification of TLS certificates, by program. */
const UNVERIFIED: readonly (readonly [option: RegExp, by: string])[] = [
  [/(\bwget\b[^\n;&|]{0,500}?)\s--no-check-certificate\b/, '$1'],
  [/(\bcurl\b[^\n;&|]{0,500}?)\s(?:--insecure|-k)(?=\s|$)/, '$1'],
  [/(\bcurl\b[^\n;&|]{0,500}?\s-[a-zA-Z]*)k([a-zA-Z]*)(?=\s)/, '$1$2'],
  [/(\bpip3?\b[^\n;&|]{0,500}?)\s--trusted-host[ =]\S+/, '$1'],
  [/(\bgit\b)\s-c\shttp\.sslVerify=false\b/, '$1'],
]

const EDITS: Readonly<Record<string, Edit>> = {
  'docker-sudo': replacing('Remove sudo: build steps run as root before USER.', [[/\bsudo(?:\s+-\w+)*\s+/g, '']]),
  'docker-world-writable-file': replacing(
    'Allow only the owner to write.',
    [[/(\bchmod\s+(?:-\w+\s+)*)(?:[0-7]?777|a\+w\w*|o\+w\w*|a=rwx|ugo\+rwx)\b/g, '$1u=rwX,go=rX']],
    'Programs that run as another user can no longer write to these files. Change their owner with chown.',
  ),
  'docker-tls-verification-disabled': replacing(
    'Verify the TLS certificate of the server.',
    UNVERIFIED,
    'The download fails for a server with a certificate of a private CA. Add the CA to the image.',
  ),
  'docker-plain-http-download': replacing(
    'Download over HTTPS.',
    [[/\bhttp:\/\//g, 'https://']],
    'The server has to support HTTPS.',
  ),
  'docker-package-signature-not-verified': replacing(
    'Verify the signatures of packages.',
    [[/\s--(?:allow-unauthenticated|force-yes|nogpgcheck|no-gpg-checks|allow-untrusted)\b/g, '']],
    'The installation fails without the signing key of the repository. Add the key.',
  ),
  'docker-insecure-build-step': replacing('Run the build step in the sandbox.', [[/\s--security=insecure\b/, '']]),
  'docker-build-host-network': replacing('Run the build step in its own network.', [[/\s--network=host\b/, '']]),
  'docker-relative-workdir': replacing(
    'Use an absolute path.',
    [[/^(WORKDIR\s+["']?)(?=[\w.])(?:\.\/)?/i, '$1/']],
    'The folder was below the previous WORKDIR. Check the paths of later instructions.',
  ),
  'docker-missing-user': withUser,
  'docker-container-runs-as-root': withOtherUser,
  'docker-image-without-digest': withDigest,
  'docker-image-latest-tag': withDigest,
}

/** Fixes of Dockerfiles. */
export const fixDockerfile: Fixer = async (target, files) => {
  const edit = EDITS[target.ruleId.slice(target.ruleId.indexOf('/') + 1)]
  const text = edit === undefined ? undefined : await files.read(target.filePath)
  const made = text === undefined ? undefined : await edit?.(text, target, files)
  if (made === undefined) return []
  const { text: changed, ...draft } = made
  return [{ ...draft, edits: new Map([[target.filePath, changed]]) }]
}

/** Replaces texts in the instruction of a finding. */
function replacing(title: string, replacements: readonly (readonly [RegExp, string])[], check?: string): Edit {
  return async (text, { startLine, endLine }) => {
    const lines = linesAt(text, startLine, endLine)
    const changed = replacements.reduce((done, [pattern, by]) => done.replace(pattern, by), lines.text)
    if (changed === lines.text) return undefined
    return {
      title,
      ...(check !== undefined && { check }),
      text: text.slice(0, lines.start) + changed + text.slice(lines.end),
    }
  }
}

/** Adds a user without privileges before the last command of the image. */
async function withUser(text: string): ReturnType<Edit> {
  const eol = eolOf(text)
  const lines = text.split('\n')
  const stage = lines.findLastIndex((line) => /^\s*FROM\s/i.test(line))
  const command = lines.findIndex((line, at) => at > stage && /^\s*(?:CMD|ENTRYPOINT)\s/i.test(line))
  if (stage === -1 || lines.some((line) => /^\s*#\s*escape=/i.test(line))) return undefined
  const written =
    command === -1
      ? `${text}${text.endsWith('\n') ? '' : eol}USER ${RUNS_AS}${eol}`
      : [...lines.slice(0, command), `USER ${RUNS_AS}${eol === '\r\n' ? '\r' : ''}`, ...lines.slice(command)].join('\n')
  return { title: 'Run the image as a user without privileges.', check: UNPRIVILEGED, text: written }
}

async function withOtherUser(text: string, { startLine }: FixTarget): ReturnType<Edit> {
  const line = lineAt(text, startLine)
  const changed = line.text.replace(/^(\s*USER\s+).*$/i, `$1${RUNS_AS}`)
  if (changed === line.text) return undefined
  return {
    title: 'Run the image as a user without privileges.',
    check: UNPRIVILEGED,
    text: text.slice(0, line.start) + changed + text.slice(line.end),
  }
}

async function withDigest(text: string, { startLine }: FixTarget, files: FixFiles): ReturnType<Edit> {
  const line = lineAt(text, startLine)
  const image = /^\s*FROM\s+(?:--\S+\s+)*([\w./:-]+:[\w.-]+)(?=\s|$)/i.exec(line.text)?.[1]
  const digest = image === undefined ? undefined : await knownDigest(image, files)
  if (image === undefined || digest === undefined) return undefined
  return {
    title: `Pin ${image} to the digest that the source uses elsewhere.`,
    text: text.slice(0, line.start) + line.text.replace(image, `${image}@${digest}`) + text.slice(line.end),
  }
}
