import type { AdvisoryPort } from '@gatehouse/sca'
import type { InstalledPackage } from './read.ts'

/** Release of a package that was built for a module: `1.module_el8.5.0+2605+45d748af`. */
const MODULAR = /\.module[_+]/

/**
 * Restricts matches of RPM packages to fixes of their own stream: an advisory for a module says nothing about a package outside of it, and
 * one for Node.js 16 nothing about Node.js 14.
 */
export function withModules(port: AdvisoryPort, packages: readonly InstalledPackage[]): AdvisoryPort {
  const streams = new Map(
    packages.flatMap(({ name, version, stream }) => (stream === undefined ? [] : [[`${name} ${version}`, stream]])),
  )
  const rpm = new Set(packages.map(({ name, version }) => `${name} ${version}`))
  return {
    ...port,
    async match(wanted) {
      const matches = await port.match(wanted)
      const key = `${wanted.name} ${wanted.version}`
      if (!rpm.has(key)) return matches
      return matches.filter(
        ({ fixedVersions }) =>
          fixedVersions.length === 0 ||
          fixedVersions.some((fixed) => isSameStream(wanted.version, fixed, streams.get(key))),
      )
    },
  }
}

function isSameStream(version: string, fixed: string, stream: string | undefined): boolean {
  if (MODULAR.test(version) !== MODULAR.test(fixed)) return false
  // Streams named after a version, such as `14` or `7.4`, contain only that version of the package with its name.
  if (stream === undefined || !/^\d+(?:\.\d+)*$/.test(stream) || !isWithin(version, stream)) return true
  return isWithin(fixed, stream)
}

function isWithin(version: string, stream: string): boolean {
  const own = version.slice(version.indexOf(':') + 1)
  return own === stream || own.startsWith(`${stream}.`) || own.startsWith(`${stream}-`)
}
