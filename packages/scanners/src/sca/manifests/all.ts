import bunLock from './files/bun-lock.ts'
import cargoLock from './files/cargo-lock.ts'
import cargoToml from './files/cargo-toml.ts'
import composerLock from './files/composer-lock.ts'
import conanLock from './files/conan-lock.ts'
import gemfileLock from './files/gemfile-lock.ts'
import githubActions from './files/github-actions.ts'
import goMod from './files/go-mod.ts'
import gradleLockfile from './files/gradle-lockfile.ts'
import ivy from './files/ivy.ts'
import mavenPom from './files/maven-pom.ts'
import mixLock from './files/mix-lock.ts'
import npmLock from './files/npm-lock.ts'
import nugetLock from './files/nuget-lock.ts'
import nugetProject from './files/nuget-project.ts'
import packageJson from './files/package-json.ts'
import pdmLock from './files/pdm-lock.ts'
import pipRequirements from './files/pip-requirements.ts'
import pipfileLock from './files/pipfile-lock.ts'
import pnpmLock from './files/pnpm-lock.ts'
import poetryLock from './files/poetry-lock.ts'
import pubspecLock from './files/pubspec-lock.ts'
import pyproject from './files/pyproject.ts'
import sbtLock from './files/sbt-lock.ts'
import swiftResolved from './files/swift-resolved.ts'
import uvLock from './files/uv-lock.ts'
import yarnLock from './files/yarn-lock.ts'
import type { ManifestParser } from './parser.ts'

/** Every kind of file that packages are read from, by name; a test holds the list against the folder. */
export const MANIFESTS: readonly ManifestParser[] = [
  bunLock,
  cargoLock,
  cargoToml,
  composerLock,
  conanLock,
  gemfileLock,
  githubActions,
  goMod,
  gradleLockfile,
  ivy,
  mavenPom,
  mixLock,
  npmLock,
  nugetLock,
  nugetProject,
  packageJson,
  pdmLock,
  pipRequirements,
  pipfileLock,
  pnpmLock,
  poetryLock,
  pubspecLock,
  pyproject,
  sbtLock,
  swiftResolved,
  uvLock,
  yarnLock,
]
