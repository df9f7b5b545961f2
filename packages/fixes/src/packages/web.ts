import { satisfies } from '@gatehouse/sca/versions'
import type { FixDraft } from '../draft.ts'
import { jsonAt, jsonMembers, jsonString, withJsonString } from '../text/json.ts'
import { eolOf, folderOf, literal, nameOf } from '../text/splice.ts'
import { raised, reviewOf, titleOf, type Upgrade, type Upgrader } from './upgrade.ts'

/** Upgrades a PHP package in `composer.json`; a transitive one gets a conflict with its vulnerable versions. */
export const upgradeComposer: Upgrader = async (upgrade, files) => {
  const { name, to, filePath } = upgrade
  const path = `${folderOf(filePath)}composer.json`
  const text = await files.read(path)
  if (text === undefined) return undefined
  const field = ['require', 'require-dev'].find((one) => jsonString(text, [one, name]) !== undefined)
  const wanted = field === undefined ? undefined : raised(jsonString(text, [field, name])!, to)
  if (field !== undefined && wanted === undefined) return undefined
  const changed =
    field === undefined
      ? withJsonString(text, ['conflict', name], `<${to.replace(/^v/, '')}`)
      : withJsonString(text, [field, name], wanted!)
  const draft: FixDraft = { title: titleOf(upgrade), edits: new Map([[path, changed]]), ...reviewOf(upgrade) }
  const lock = nameOf(filePath) === 'composer.lock' ? await files.read(filePath) : undefined
  if (lock === undefined) return draft
  return {
    ...draft,
    command: `composer update ${name} --with-all-dependencies`,
    renewed: new Map([[filePath, renewedComposerLock(lock, upgrade)]]),
  }
}

function renewedComposerLock(lock: string, { name, to }: Upgrade): string {
  let renewed = lock
  for (const field of ['packages', 'packages-dev']) {
    const list = jsonAt(renewed, [field])
    const items = list === undefined ? [] : jsonMembers(renewed, list.start)
    const at = items.find(({ start }) => nameIn(renewed, start) === name)?.key
    if (at === undefined) continue
    const isTagged = jsonString(renewed, [field, at, 'version'])?.startsWith('v') === true
    renewed = withJsonString(renewed, [field, at, 'version'], `${isTagged ? 'v' : ''}${to.replace(/^v/, '')}`)
  }
  return renewed
}

/** Returns the `name` of the object at an offset. */
function nameIn(text: string, at: number): string | undefined {
  const member = jsonMembers(text, at).find(({ key }) => key === 'name')
  return member === undefined ? undefined : text.slice(member.start + 1, member.end - 1)
}

/** Upgrades a gem in the `Gemfile`; a transitive one is added with a lower bound. */
export const upgradeGem: Upgrader = async (upgrade, files) => {
  const { name, from, to, filePath, isDirect } = upgrade
  const path = filePath.endsWith('gems.locked') ? `${folderOf(filePath)}gems.rb` : `${folderOf(filePath)}Gemfile`
  const text = await files.read(path)
  if (text === undefined) return undefined
  const changed = withGem(text, name, to, isDirect)
  if (changed === undefined) return undefined
  const draft: FixDraft = { title: titleOf(upgrade), edits: new Map([[path, changed]]), ...reviewOf(upgrade) }
  const lock = path === filePath ? undefined : await files.read(filePath)
  if (lock === undefined) return draft
  const own = new RegExp(`^( {4}${literal(name)} \\()${literal(from)}(?=[-)])`, 'gm')
  const renewed = lock.replaceAll(own, `$1${to}`)
  return { ...draft, command: `bundle update --conservative ${name}`, renewed: new Map([[filePath, renewed]]) }
}

function withGem(text: string, name: string, to: string, isDirect: boolean): string | undefined {
  const gem = new RegExp(
    `^([ \\t]*gem[ \\t(]+(["'])${literal(name)}\\2)(\\s*,\\s*(["'])([^"'\\n]+)\\4)?(?=[^\\n]*$)`,
    'm',
  ).exec(text)
  if (gem === null) {
    if (isDirect) return undefined
    const lead = text === '' || text.endsWith('\n') ? '' : eolOf(text)
    return `${text}${lead}gem "${name}", ">= ${to}"${eolOf(text)}`
  }
  const [whole, head = '', quote = '"', , , requirement] = gem
  // Only one requirement can be rewritten safely.
  if (/^\s*,\s*["']\s*[<>=~!\d]/.test(text.slice(gem.index + whole.length))) return undefined
  const bound = (one: string): string => `, ${quote}${one}${quote}`
  const written =
    requirement === undefined
      ? bound(`>= ${to}`)
      : requirement.trim().startsWith('~>') && satisfies('RubyGems', requirement, to)
        ? bound(requirement) + bound(`>= ${to}`)
        : raised(requirement, to)
  if (written === undefined) return undefined
  const replaced = written.startsWith(',') ? written : bound(written)
  return text.slice(0, gem.index) + head + replaced + text.slice(gem.index + whole.length)
}
