import type { Fixer } from '../draft.ts'
import { linesAt, offsetOf } from '../text/splice.ts'

/** Settings that are removed. */
const REMOVED: Readonly<Record<string, string>> = {
  'compose-host-network':
    'The service leaves the network of the host. Publish the ports that it serves, and use service names as addresses.',
  'compose-host-namespace': 'The service no longer sees the processes or the memory of the host.',
}

/** A variable with a value on a line of its own, in a map or in a list. */
const VARIABLE =
  /^([ \t]*(?:-[ \t]+)?["']?)([A-Z][A-Z0-9_]*)(["']?:[ \t]*|=)(["']?)([^"'\s$#][^"'#\n]*?)(["']?[ \t]*(?:#.*)?)$/

/** Reads the value of a variable from the environment of Compose. */
function withVariable(text: string, startLine: number): string | undefined {
  const line = linesAt(text, startLine, startLine)
  const [whole, lead, name, sign, quote, , rest] = VARIABLE.exec(line.text) ?? []
  if (whole === undefined) return undefined
  return `${text.slice(0, line.start)}${lead}${name}${sign}${quote}\${${name}:?}${rest}${text.slice(line.end)}`
}

/** Fixes of Compose files: removes a setting on a line of its own, or reads a secret from the environment. */
export const fixCompose: Fixer = async (target, files) => {
  const { filePath, startLine, endLine, ruleId } = target
  const rule = ruleId.slice(ruleId.indexOf('/') + 1)
  if (rule === 'compose-hardcoded-secret' || rule === 'compose-hardcoded-secret-list') {
    const source = await files.read(filePath)
    const changed = source === undefined ? undefined : withVariable(source, startLine)
    const revoke =
      'Revoke the secret, and set the variable in the environment of Compose. The removed line of the diff contains the secret.'
    return changed === undefined
      ? []
      : [
          {
            title: 'Read the secret from an environment variable.',
            edits: new Map([[filePath, changed]]),
            check: revoke,
          },
        ]
  }
  const check = REMOVED[rule]
  const text = check === undefined ? undefined : await files.read(filePath)
  if (check === undefined || text === undefined) return []
  const own = linesAt(text, startLine, endLine)
  const key = /^[ \t]*([\w-]+):\s*[\w"']+[ \t]*(?:#.*)?$/.exec(own.text)?.[1]
  if (key === undefined) return []
  const changed = text.slice(0, own.start) + text.slice(offsetOf(text, endLine + 1))
  return [{ title: `Remove ${key}.`, edits: new Map([[filePath, changed]]), check }]
}
