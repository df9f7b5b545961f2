import type { FixDraft, FixFiles } from '../draft.ts'
import { eolOf, folderOf, lineAt, nameOf, literal } from '../text/splice.ts'
import { withBlockVersion } from './toml-lock.ts'
import { raised, reviewOf, titleOf, type Upgrade, type Upgrader } from './upgrade.ts'

const COMMANDS: Readonly<Record<string, (name: string) => string>> = {
  'poetry.lock': (name) => `poetry update ${name} --lock`,
  'uv.lock': (name) => `uv lock --upgrade-package ${name}`,
  'pdm.lock': (name) => `pdm update --no-sync ${name}`,
}

/** Upgrades a Python package in a requirements file, or in `pyproject.toml` for a lock file. */
export const upgradePython: Upgrader = async (upgrade, files) => {
  const name = nameOf(upgrade.filePath)
  const command = COMMANDS[name]
  if (command !== undefined) return upgradeProject(upgrade, files, command(upgrade.name))
  if (/\.(?:txt|pip|in)$/.test(name)) return upgradeRequirements(upgrade, files)
  return name === 'pyproject.toml' ? upgradeProject(upgrade, files, undefined) : undefined
}

async function upgradeRequirements(upgrade: Upgrade, files: FixFiles): Promise<FixDraft | undefined> {
  const { filePath, line, from, to, name } = upgrade
  const text = await files.read(filePath)
  if (text === undefined) return undefined
  const at = lineAt(text, line)
  // Checksums of the new version are unknown without a registry.
  if (text.includes('--hash=')) return undefined
  const [whole, lead] =
    new RegExp(`^(\\s*${spelled(name)}\\s*(?:\\[[^\\]]*\\])?\\s*={2,3}\\s*)${literal(from)}(?![\\w.])`, 'i').exec(
      at.text,
    ) ?? []
  if (whole === undefined || lead === undefined) return undefined
  const changed = text.slice(0, at.start) + lead + to + text.slice(at.start + whole.length)
  return { title: titleOf(upgrade), edits: new Map([[filePath, changed]]), ...reviewOf(upgrade) }
}

async function upgradeProject(
  upgrade: Upgrade,
  files: FixFiles,
  command: string | undefined,
): Promise<FixDraft | undefined> {
  const path = `${folderOf(upgrade.filePath)}pyproject.toml`
  const text = await files.read(path)
  if (text === undefined) return undefined
  const changed = withProjectRequirement(text, upgrade)
  if (changed === undefined) return undefined
  const draft: FixDraft = { title: titleOf(upgrade), edits: new Map([[path, changed]]), ...reviewOf(upgrade) }
  const lock = command === undefined ? undefined : await files.read(upgrade.filePath)
  if (command === undefined || lock === undefined) return draft
  const { name, from, to } = upgrade
  return { ...draft, command, renewed: new Map([[upgrade.filePath, withBlockVersion(lock, spelled(name), from, to)]]) }
}

/** Raises the requirement of Poetry's table or of the standard list; a transitive dependency of Poetry gets a lower bound. */
function withProjectRequirement(text: string, { name, to, isDirect }: Upgrade): string | undefined {
  const own = spelled(name)
  const table = new RegExp(
    `^(${own}\\s*=\\s*(?:\\{[^}\\n]{0,500}?\\bversion\\s*=\\s*)?["'])([^"'\\n]+)(?=["'])`,
    'im',
  ).exec(text)
  if (table !== null) return replacedAt(text, table, raised(table[2]!, to))
  const item = new RegExp(`(["']${own}\\s*(?:\\[[^\\]"']*\\])?\\s*)((?:[<>=~!]=?|===)[^"';]*)`, 'i').exec(text)
  if (item !== null) return replacedAt(text, item, raised(item[2]!, to))
  if (isDirect) return undefined
  const header = /^\[tool\.poetry\.dependencies\]\s*?\n/m.exec(text)
  if (header === null) return undefined
  const rest = text.slice(header.index + header[0].length)
  const length = /^(?:[^[\s][^\n]*(?:\n|$))*/.exec(rest)?.[0].length ?? 0
  const at = header.index + header[0].length + length
  return `${text.slice(0, at)}${name} = ">=${to}"${eolOf(text)}${text.slice(at)}`
}

function replacedAt(text: string, match: RegExpExecArray, by: string | undefined): string | undefined {
  if (by === undefined) return undefined
  const start = match.index + match[1]!.length
  return text.slice(0, start) + by + text.slice(start + match[2]!.length)
}

/** Names are equal under any of `-`, `_` and `.`. */
function spelled(name: string): string {
  return name
    .split(/[-_.]+/)
    .map(literal)
    .join('[-_.]+')
}
