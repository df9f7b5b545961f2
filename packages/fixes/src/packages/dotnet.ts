import type { FixDraft } from '../draft.ts'
import { folderOf, literal, nameOf } from '../text/splice.ts'
import { reviewOf, titleOf, type Upgrader } from './upgrade.ts'

/** Upgrades a NuGet package in project files and central package files. */
export const upgradeNuget: Upgrader = async (upgrade, files) => {
  const { name, from, to, filePath } = upgrade
  const edits = new Map<string, string>()
  for (const path of files.paths) {
    if (!/(?:\.(?:cs|fs|vb)proj|^packages\.config|Directory\.Packages\.props)$/i.test(nameOf(path))) continue
    // Central files are above the project; other projects of the same lock file are beside it.
    if (!path.startsWith(folderOf(filePath)) && !folderOf(filePath).startsWith(folderOf(path))) continue
    const text = await files.read(path)
    if (text === undefined) continue
    const changed = withVersion(text, name, from, to)
    if (changed !== text) edits.set(path, changed)
  }
  if (edits.size === 0) return undefined
  const draft: FixDraft = { title: titleOf(upgrade), edits, ...reviewOf(upgrade) }
  const lock = nameOf(filePath) === 'packages.lock.json' ? await files.read(filePath) : undefined
  if (lock === undefined) return draft
  const resolved = new RegExp(
    `("${literal(name)}"\\s*:\\s*\\{[^}]{0,2000}?"resolved"\\s*:\\s*")${literal(from)}(?=")`,
    'gi',
  )
  return {
    ...draft,
    command: 'dotnet restore --force-evaluate',
    renewed: new Map([[filePath, lock.replaceAll(resolved, `$1${to}`)]]),
  }
}

function withVersion(text: string, name: string, from: string, to: string): string {
  const [own, version] = [literal(name), literal(from)]
  return text
    .replaceAll(
      new RegExp(
        `(<(?:PackageReference|PackageVersion)\\b[^>]{0,500}?(?:Include|Update)\\s*=\\s*"${own}"[^>]{0,500}?\\bVersion\\s*=\\s*")${version}(?=")`,
        'gi',
      ),
      `$1${to}`,
    )
    .replaceAll(
      new RegExp(
        `(<package\\b[^>]{0,500}?\\bid\\s*=\\s*"${own}"[^>]{0,500}?\\bversion\\s*=\\s*")${version}(?=")`,
        'gi',
      ),
      `$1${to}`,
    )
    .replaceAll(
      new RegExp(
        `(<PackageReference\\b[^>]{0,500}?Include\\s*=\\s*"${own}"[^>/]{0,500}>\\s*<Version>\\s*)${version}(?=\\s*<)`,
        'gi',
      ),
      `$1${to}`,
    )
}
