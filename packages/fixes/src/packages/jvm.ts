import type { FixDraft, FixFiles } from '../draft.ts'
import { folderOf, literal, nameOf, offsetOf } from '../text/splice.ts'
import { reviewOf, titleOf, type Upgrade, type Upgrader } from './upgrade.ts'

/** Upgrades a Maven package in a POM, a property, or a Gradle build file. */
export const upgradeJvm: Upgrader = async (upgrade, files) =>
  nameOf(upgrade.filePath) === 'pom.xml' ? upgradePom(upgrade, files) : upgradeGradle(upgrade, files)

async function upgradePom(upgrade: Upgrade, files: FixFiles): Promise<FixDraft | undefined> {
  const { filePath, line, name, from, to } = upgrade
  const text = await files.read(filePath)
  if (text === undefined) return undefined
  const near = dependencyNear(text, line, name) ?? dependencyOf(text, name)
  const written = near === undefined ? undefined : /<version>\s*([^<]*?)\s*<\/version>/.exec(near.text)
  if (near !== undefined && written?.[1] === from) {
    const start = near.start + written.index + written[0].indexOf(from)
    const changed = text.slice(0, start) + to + text.slice(start + from.length)
    return { title: titleOf(upgrade), edits: new Map([[filePath, changed]]), ...reviewOf(upgrade) }
  }
  const property = /^\$\{([\w.-]+)\}$/.exec(written?.[1] ?? '')?.[1]
  return property === undefined ? managedUpgrade(upgrade, files) : propertyUpgrade(upgrade, property, files)
}

/** The element around a line. */
function dependencyNear(text: string, line: number, name: string) {
  const at = offsetOf(text, line + 1) - 1
  const start = text.lastIndexOf('<dependency>', at)
  const end = text.indexOf('</dependency>', start)
  if (start === -1 || end === -1) return undefined
  const found = { start, text: text.slice(start, end) }
  return isOf(found.text, name) ? found : undefined
}

function dependencyOf(text: string, name: string) {
  for (let start = text.indexOf('<dependency>'); start !== -1; start = text.indexOf('<dependency>', start + 1)) {
    const end = text.indexOf('</dependency>', start)
    if (end === -1) return undefined
    const found = { start, text: text.slice(start, end) }
    if (isOf(found.text, name) && found.text.includes('<version>')) return found
  }
  return undefined
}

function isOf(element: string, name: string): boolean {
  const [group = '', artifact = ''] = name.split(':')
  const has = (tag: string, value: string): boolean =>
    new RegExp(`<${tag}>\\s*${literal(value)}\\s*</${tag}>`).test(element)
  return has('artifactId', artifact) && has('groupId', group)
}

/** The version may be in the management section of another POM of the tree. */
async function managedUpgrade(upgrade: Upgrade, files: FixFiles): Promise<FixDraft | undefined> {
  const { name, from, to, filePath } = upgrade
  for (const path of files.paths) {
    if (nameOf(path) !== 'pom.xml' || path === filePath) continue
    const text = await files.read(path)
    const found = text === undefined ? undefined : dependencyOf(text, name)
    const written = /<version>\s*([^<]*?)\s*<\/version>/.exec(found?.text ?? '')
    if (text === undefined || found === undefined || written === null) continue
    const property = /^\$\{([\w.-]+)\}$/.exec(written[1]!)?.[1]
    if (property !== undefined) return propertyUpgrade(upgrade, property, files)
    if (written[1] !== from) continue
    const start = found.start + written.index + written[0].indexOf(from)
    const changed = text.slice(0, start) + to + text.slice(start + from.length)
    return { title: titleOf(upgrade), edits: new Map([[path, changed]]), ...reviewOf(upgrade) }
  }
  return undefined
}

async function propertyUpgrade(upgrade: Upgrade, property: string, files: FixFiles): Promise<FixDraft | undefined> {
  const { from, to, filePath } = upgrade
  const element = new RegExp(`(<${literal(property)}>\\s*)${literal(from)}(?=\\s*</${literal(property)}>)`)
  for (const path of [filePath, ...files.paths.filter((one) => nameOf(one) === 'pom.xml')]) {
    const text = await files.read(path)
    if (text === undefined || !element.test(text)) continue
    const edits = new Map([[path, text.replace(element, `$1${to}`)]])
    return {
      title: titleOf(upgrade),
      edits,
      ...reviewOf(upgrade),
      check: `All packages with the version \${${property}} are upgraded to ${to}. Check that each has this version.`,
    }
  }
  return undefined
}

/** Upgrades the coordinates in build files, or the version in a catalog or a property; else adds a constraint. */
async function upgradeGradle(upgrade: Upgrade, files: FixFiles): Promise<FixDraft | undefined> {
  const { name, from, to, filePath } = upgrade
  const folder = folderOf(filePath)
  const edits = new Map<string, string>()
  let build: string | undefined
  for (const path of files.paths) {
    if (!path.startsWith(folder) || !/(?:\.gradle(?:\.kts)?|\.versions\.toml)$/.test(path)) continue
    const text = await files.read(path)
    if (text === undefined) continue
    if (/^build\.gradle(?:\.kts)?$/.test(nameOf(path)) && folderOf(path) === folder) build = path
    const changed = withCoordinates(text, name, from, to)
    if (changed !== text) edits.set(path, changed)
  }
  if (edits.size === 0 && build !== undefined) {
    const text = (await files.read(build))!
    const [group = '', artifact = ''] = name.split(':')
    const names = new RegExp(`${literal(group)}["']?[:,][^\\n]*${literal(artifact)}`)
    const changed = names.test(text) ? text : withConstraint(text, `${name}:${to}`)
    if (changed !== text) edits.set(build, changed)
  }
  if (edits.size === 0) return undefined
  const draft: FixDraft = { title: titleOf(upgrade), edits, ...reviewOf(upgrade) }
  const lock = nameOf(filePath) === 'gradle.lockfile' ? await files.read(filePath) : undefined
  if (lock === undefined) return draft
  const renewed = lock.replaceAll(new RegExp(`^(${literal(name)}:)${literal(from)}(?==)`, 'gm'), `$1${to}`)
  return { ...draft, command: 'gradle dependencies --write-locks', renewed: new Map([[filePath, renewed]]) }
}

function withCoordinates(text: string, name: string, from: string, to: string): string {
  const [group = '', artifact = ''] = name.split(':')
  const [g, a, v] = [literal(group), literal(artifact), literal(from)]
  return text
    .replaceAll(new RegExp(`(["']${g}:${a}:)${v}(?=["'@:])`, 'g'), `$1${to}`)
    .replaceAll(
      new RegExp(
        `(group\\s*[:=]\\s*["']${g}["']\\s*,\\s*name\\s*[:=]\\s*["']${a}["']\\s*,\\s*version\\s*[:=]\\s*["'])${v}(?=["'])`,
        'g',
      ),
      `$1${to}`,
    )
    .replaceAll(
      new RegExp(
        `((?:module\\s*=\\s*"${g}:${a}"|group\\s*=\\s*"${g}"\\s*,\\s*name\\s*=\\s*"${a}")\\s*,\\s*version\\s*=\\s*")${v}(?=")`,
        'g',
      ),
      `$1${to}`,
    )
}

function withConstraint(text: string, coordinates: string): string {
  const block = /^dependencies\s*\{[ \t]*\r?\n/m.exec(text)
  if (block === null) return text
  const at = block.index + block[0].length
  const eol = block[0].endsWith('\r\n') ? '\r\n' : '\n'
  const indent = /^[ \t]+/.exec(text.slice(at))?.[0] ?? '    '
  const lines = [`constraints {`, `${indent}implementation("${coordinates}")`, '}']
  return text.slice(0, at) + lines.map((line) => indent + line + eol).join('') + text.slice(at)
}
