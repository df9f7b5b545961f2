import { digitsEnd, isDigit } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'
import { semverKey, semverParts, semverScheme } from './semver.ts'

/**
 * Go modules: Semantic Versioning with a `v`. Pseudo-versions (`v0.0.0-20190101000000-abcdef123456`) are pre-releases and `+incompatible`
 * is a build. Releases of Go itself are written as `go1.21rc2`, meaning 1.21.0-rc.2.
 * @see https://go.dev/ref/mod#versions
 */
export const golangScheme: VersionScheme = {
  key: (version) => semverKey(spelledOut(version)),
  isVersion: (version) => semverScheme.isVersion(spelledOut(version)),
  isPrerelease: (version) => semverParts(spelledOut(version)).prerelease !== '',
}

function spelledOut(version: string): string {
  if (!version.startsWith('go') || !isDigit(version.charCodeAt(2))) return version
  const at = numbersEnd(version, 2)
  const numbers = version.slice(2, at).split('.')
  while (numbers.length < 3) numbers.push('0')
  const stage = version.slice(at)
  if (!stage.startsWith('rc') && !stage.startsWith('beta')) return `${numbers.join('.')}${stage}`
  const word = stage.startsWith('rc') ? 'rc' : 'beta'
  return `${numbers.join('.')}-${word}.${stage.slice(word.length)}`
}

function numbersEnd(text: string, from: number): number {
  let at = digitsEnd(text, from)
  while (text[at] === '.' && isDigit(text.charCodeAt(at + 1))) at = digitsEnd(text, at + 1)
  return at
}
