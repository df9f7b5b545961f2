import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'

/** Configurations that are not part of the product. */
const DEVELOPMENT = /test|checkstyle|pmd|spotbugs|jacoco|ktlint|detekt|errorprone|annotationProcessor|kapt|ksp/i

/**
 * Lock files of Gradle: coordinates with the configurations that they are in, without a graph.
 * @see https://docs.gradle.org/current/userguide/dependency_locking.html
 */
export default defineManifest({
  name: 'gradle-lockfile',
  names: [
    'gradle.lockfile',
    'buildscript-gradle.lockfile',
    'settings-gradle.lockfile',
    'gradle/dependency-locks/*.lockfile',
  ],
  ecosystem: 'Maven',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const isBuild = /(?:buildscript|settings)-gradle\.lockfile$/.test(file.path)
    const named = /dependency-locks\/([^/]*)\.lockfile$/.exec(file.path)?.[1]
    for (const [index, raw] of file.text.split('\n').entries()) {
      const line = raw.trim()
      const [coordinates = '', configurations = ''] = line.split('=', 2)
      const [namespace = '', name = '', version] = coordinates.split(':')
      if (line.startsWith('#') || name === '') continue
      const inside = (named ?? configurations).split(',').filter((item) => item !== '')
      const isDev = isBuild || (inside.length > 0 && inside.every((item) => DEVELOPMENT.test(item)))
      draft.add({ key: coordinates, purl: { type: 'maven', namespace, name, version }, line: index + 1 })
      draft.root(coordinates, isDev ? 'dev' : 'runtime', false)
    }
    return draft.finish()
  },
})
