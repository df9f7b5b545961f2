import { readJson } from '../../manifests/read/json.ts'
import { tableOf, textOf } from '../../manifests/read/value.ts'

/** A script that a package manager runs automatically. */
export interface Hook {
  readonly name: string
  readonly command: string
  readonly line: number
}

/** Run when a package is installed from a registry. */
const OF_PACKAGES = ['preinstall', 'install', 'postinstall']
/** Scripts that also run when the project itself, or a package from version control, is installed. */
const OF_PROJECTS = [...OF_PACKAGES, 'prepare', 'preprepare', 'postprepare', 'prepublish']

/**
 * The scripts of a package.json that run automatically.
 * @throws Failure `invalid_request` when it is no JSON
 */
export function readHooks(text: string, isOfProject: boolean): readonly Hook[] {
  const scripts = tableOf(tableOf(readJson(text)).get('scripts'))
  return (isOfProject ? OF_PROJECTS : OF_PACKAGES).flatMap((name) => {
    const command = textOf(scripts.get(name))
    return command === undefined || command.trim() === '' ? [] : [{ name, command, line: scripts.lines.get(name) ?? 1 }]
  })
}
