import { lineAt, literal } from '../text/splice.ts'
import { reviewOf, titleOf, type Upgrader } from './upgrade.ts'

/** Upgrades an action that is named by a version tag. A commit of the new version is unknown, so a pinned action stays. */
export const upgradeAction: Upgrader = async (upgrade, files) => {
  const { filePath, line, name, from, to } = upgrade
  const text = await files.read(filePath)
  if (text === undefined) return undefined
  const at = lineAt(text, line)
  const [whole, lead] =
    new RegExp(`^(.*\\buses:\\s*["']?${literal(name)}(?:/[\\w./-]+)?@)${literal(from)}(?![\\w.])`).exec(at.text) ?? []
  if (whole === undefined || lead === undefined || !/^v?\d+(?:\.\d+)*$/.test(from)) return undefined
  const tag = from.startsWith('v') && !to.startsWith('v') ? `v${to}` : to
  const changed = text.slice(0, at.start) + lead + tag + text.slice(at.start + whole.length)
  return { title: titleOf({ ...upgrade, to: tag }), edits: new Map([[filePath, changed]]), ...reviewOf(upgrade) }
}
