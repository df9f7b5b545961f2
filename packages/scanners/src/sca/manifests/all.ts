import bunLock from './files/bun-lock.ts'
import npmLock from './files/npm-lock.ts'
import packageJson from './files/package-json.ts'
import pnpmLock from './files/pnpm-lock.ts'
import yarnLock from './files/yarn-lock.ts'
import type { ManifestParser } from './parser.ts'

/** Every kind of file that packages are read from; a test holds it against the folder. */
export const MANIFESTS: readonly ManifestParser[] = [bunLock, npmLock, packageJson, pnpmLock, yarnLock]
