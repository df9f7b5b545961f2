import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { newDraft } from '../draft.ts'
import { defineManifest, type ManifestFile, type Siblings } from '../parser.ts'
import { baseOf, folderOf } from '../read/paths.ts'
import { child, children, type Element, readXml } from '../read/xml.ts'

/** Rounds in which properties name properties. */
const ROUNDS_MAX = 5
const PROPERTY = /\$\(([A-Za-z_][\w.-]*)\)/g

/**
 * .NET projects, with versions from Directory.Packages.props and properties from parent Directory.Build.props files, and packages.config.
 * A plain version is the lowest allowed one, which NuGet selects.
 * @see https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files
 */
export default defineManifest({
  name: 'nuget-project',
  names: ['*.csproj', '*.fsproj', '*.vbproj', 'packages.config'],
  ecosystem: 'NuGet',
  kind: 'manifest',
  parse(file, siblings) {
    const draft = newDraft()
    const project = readXml(file.text)
    if (baseOf(file.path).toLowerCase() === 'packages.config') {
      for (const item of children(project, 'package')) {
        const name = item.attributes.get('id') ?? ''
        const scope = item.attributes.get('developmentDependency') === 'true' ? 'dev' : 'runtime'
        draft.add({
          key: name,
          purl: { type: 'nuget', name, version: item.attributes.get('version') },
          line: item.line,
        })
        draft.root(name, scope, false)
      }
      return draft.finish()
    }
    const shared = ['Directory.Build.props', 'Directory.Packages.props'].flatMap(
      (name) => above(file, name, siblings) ?? [],
    )
    const properties = propertiesOf([...shared, project])
    const central = new Map(
      items([...shared, project], 'PackageVersion').map((item) => [
        nameOf(item).toLowerCase(),
        fieldOf(item, 'Version'),
      ]),
    )
    const references = [...items([...shared, project], 'PackageReference'), ...items(shared, 'GlobalPackageReference')]
    for (const reference of references) {
      const name = nameOf(reference)
      if (name === '') continue
      const written =
        fieldOf(reference, 'VersionOverride') ??
        fieldOf(reference, 'Version') ??
        central.get(name.toLowerCase()) ??
        undefined
      const wanted = written === undefined ? undefined : filled(written, properties)
      draft.add({
        key: name.toLowerCase(),
        purl: { type: 'nuget', name, version: exactOf(wanted) },
        line: isOwn(reference, project) ? reference.line : undefined,
        wanted,
      })
      draft.root(name.toLowerCase(), scopeOf(reference))
    }
    return draft.finish()
  },
})

/** The nearest file of a name in the folder or above it. */
function above(file: ManifestFile, name: string, siblings: Siblings): Element | undefined {
  for (let folder = folderOf(file.path); ; folder = folderOf(folder)) {
    const found = siblings.read(folder === '' ? name : `${folder}/${name}`)
    if (found !== undefined) return readXml(found.text)
    if (folder === '') return undefined
  }
}

function items(documents: readonly Element[], name: string): readonly Element[] {
  return documents.flatMap((document) => children(document, 'ItemGroup').flatMap((group) => children(group, name)))
}

function isOwn(item: Element, project: Element): boolean {
  return children(project, 'ItemGroup').some((group) => group.children.includes(item))
}

function nameOf(item: Element): string {
  return (item.attributes.get('Include') ?? item.attributes.get('Update') ?? '').trim()
}

function fieldOf(item: Element, name: string): string | undefined {
  return item.attributes.get(name) ?? child(item, name)?.text
}

/** Build and analysis packages are not part of the product. */
function scopeOf(item: Element): ComponentScope {
  return fieldOf(item, 'PrivateAssets')?.toLowerCase() === 'all' || item.name === 'GlobalPackageReference'
    ? 'dev'
    : 'runtime'
}

function propertiesOf(documents: readonly Element[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const document of documents) {
    for (const group of children(document, 'PropertyGroup')) {
      for (const item of group.children) found.set(item.name.toLowerCase(), item.text)
    }
  }
  return found
}

function filled(text: string, properties: ReadonlyMap<string, string>): string {
  let here = text.slice(0, 256)
  for (let round = 0; round < ROUNDS_MAX && here.includes('$('); round += 1) {
    here = here.replace(PROPERTY, (whole, name: string) => properties.get(name.toLowerCase()) ?? whole).slice(0, 256)
  }
  return here.trim()
}

function exactOf(wanted: string | undefined): string | undefined {
  const bare = /^\[\s*([^,\s]+)\s*\]$/.exec(wanted ?? '')?.[1] ?? wanted
  return bare !== undefined && /^\d[0-9A-Za-z.+-]*$/.test(bare) ? bare : undefined
}
