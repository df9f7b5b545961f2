import type { Fixer } from '../draft.ts'
import { linesAt, offsetOf } from '../text/splice.ts'

/** Settings that are removed. */
const REMOVED: Readonly<Record<string, string>> = {
  'compose-host-network':
    'The service leaves the network of the host. Publish the ports that it serves, and use service names as addresses.',
  'compose-host-namespace': 'The service no longer sees the processes or the memory of the host.',
}

/** Fixes of Compose files: removes a setting on a line of its own. */
export const fixCompose: Fixer = async (target, files) => {
  const { filePath, startLine, endLine, ruleId } = target
  const check = REMOVED[ruleId.slice(ruleId.indexOf('/') + 1)]
  const text = check === undefined ? undefined : await files.read(filePath)
  if (check === undefined || text === undefined) return []
  const own = linesAt(text, startLine, endLine)
  const key = /^[ \t]*([\w-]+):\s*[\w"']+[ \t]*(?:#.*)?$/.exec(own.text)?.[1]
  if (key === undefined) return []
  const changed = text.slice(0, own.start) + text.slice(offsetOf(text, endLine + 1))
  return [{ title: `Remove ${key}.`, edits: new Map([[filePath, changed]]), check }]
}
