import type { FixDraft } from '../draft.ts'
import { folderOf, literal, nameOf } from '../text/splice.ts'
import { withBlockVersion } from './toml-lock.ts'
import { raised, reviewOf, titleOf, type Upgrader } from './upgrade.ts'

/** Upgrades a Go module in `go.mod`. */
export const upgradeGo: Upgrader = async (upgrade, files) => {
  const { name, from, to } = upgrade
  const path = `${folderOf(upgrade.filePath)}go.mod`
  const text = await files.read(path)
  if (text === undefined || new RegExp(`${literal(name)}\\b[^\\n]*=>`).test(text)) return undefined
  const changed = text.replaceAll(
    new RegExp(`(^(?:require)?\\s*${literal(name)}\\s+)${literal(from)}(?=\\s|$)`, 'gm'),
    `$1${to}`,
  )
  if (changed === text) return undefined
  return { title: titleOf(upgrade), edits: new Map([[path, changed]]), command: 'go mod tidy', ...reviewOf(upgrade) }
}

/** Upgrades a crate in `Cargo.toml`. Transitive crates are upgraded only in `Cargo.lock`, which needs checksums of the registry. */
export const upgradeCargo: Upgrader = async (upgrade, files) => {
  const { name, from, to, filePath } = upgrade
  const folder = folderOf(filePath)
  const edits = new Map<string, string>()
  for (const path of files.paths) {
    if (!path.startsWith(folder) || nameOf(path) !== 'Cargo.toml') continue
    const text = await files.read(path)
    if (text === undefined) continue
    const entry = new RegExp(
      `^(["']?${literal(name)}["']?\\s*=\\s*(?:\\{[^}\\n]{0,500}?\\bversion\\s*=\\s*)?"|\\[[^\\]\\n]{0,200}dependencies\\.${literal(name)}\\]\\s*\\n(?:(?!\\[)[^\\n]{0,500}\\n){0,50}?version\\s*=\\s*")([^"\\n]+)`,
      'm',
    ).exec(text)
    const wanted = entry === null ? undefined : raised(entry[2]!, to)
    if (entry === null || wanted === undefined) continue
    const start = entry.index + entry[1]!.length
    edits.set(path, text.slice(0, start) + wanted + text.slice(start + entry[2]!.length))
  }
  if (edits.size === 0) return undefined
  const draft: FixDraft = { title: titleOf(upgrade), edits, ...reviewOf(upgrade) }
  const lock = nameOf(filePath) === 'Cargo.lock' ? await files.read(filePath) : undefined
  if (lock === undefined) return draft
  return {
    ...draft,
    command: `cargo update -p ${name}@${from} --precise ${to}`,
    renewed: new Map([[filePath, withBlockVersion(lock, literal(name), from, to)]]),
  }
}
