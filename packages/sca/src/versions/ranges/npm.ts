import semver from 'semver'
import type { VersionTest } from '../scheme.ts'

/** A Cargo comparator that starts with a number means a caret. */
const STARTS_WITH_NUMBER = /^\d/

/**
 * npm's ranges, as npm itself reads them.
 * @see https://github.com/npm/node-semver#ranges
 */
export function npmRange(text: string): VersionTest | undefined {
  try {
    const range = new semver.Range(text.trim())
    return (version) => range.test(withoutV(version))
  } catch {
    return undefined
  }
}

/**
 * Parses Cargo's requirements: commas mean AND, and a bare version allows compatible ones.
 * @see https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
 */
export function cargoRange(text: string): VersionTest | undefined {
  const comparators = text.split(',').map((comparator) => comparator.trim())
  if (comparators.some((comparator) => comparator === '' || comparator.includes('|') || comparator.includes(' - '))) {
    return undefined
  }
  return npmRange(
    comparators.map((comparator) => (STARTS_WITH_NUMBER.test(comparator) ? caret(comparator) : comparator)).join(' '),
  )
}

/** `1.*` is a wildcard and no caret. */
function caret(version: string): string {
  return version.includes('*') ? version : `^${version}`
}

function withoutV(version: string): string {
  return version.startsWith('v') ? version.slice(1) : version
}
