import bunBinary from './files/bun-binary.ts'
import bunLock from './files/bun-lock.ts'
import cargoLock from './files/cargo-lock.ts'
import cargoToml from './files/cargo-toml.ts'
import composerJson from './files/composer-json.ts'
import composerLock from './files/composer-lock.ts'
import conanLock from './files/conan-lock.ts'
import conanfile from './files/conanfile.ts'
import gemfileLock from './files/gemfile-lock.ts'
import gemfile from './files/gemfile.ts'
import githubActions from './files/github-actions.ts'
import goMod from './files/go-mod.ts'
import gradleBuild from './files/gradle-build.ts'
import gradleLockfile from './files/gradle-lockfile.ts'
import ivy from './files/ivy.ts'
import mavenPom from './files/maven-pom.ts'
import mixLock from './files/mix-lock.ts'
import mixProject from './files/mix-project.ts'
import npmLock from './files/npm-lock.ts'
import nugetLock from './files/nuget-lock.ts'
import nugetProject from './files/nuget-project.ts'
import packageJson from './files/package-json.ts'
import pdmLock from './files/pdm-lock.ts'
import pipRequirements from './files/pip-requirements.ts'
import pipfileLock from './files/pipfile-lock.ts'
import pipfile from './files/pipfile.ts'
import pnpmLock from './files/pnpm-lock.ts'
import poetryLock from './files/poetry-lock.ts'
import pubspecLock from './files/pubspec-lock.ts'
import pubspec from './files/pubspec.ts'
import pyproject from './files/pyproject.ts'
import sbtBuild from './files/sbt-build.ts'
import sbtLock from './files/sbt-lock.ts'
import setupPy from './files/setup-py.ts'
import swiftPackage from './files/swift-package.ts'
import swiftResolved from './files/swift-resolved.ts'
import unreadManagers from './files/unread-managers.ts'
import uvLock from './files/uv-lock.ts'
import yarnLock from './files/yarn-lock.ts'
import type { ManifestParser } from './parser.ts'

/** All supported manifest types, by name; a test compares the list with the folder. */
export const MANIFESTS: readonly ManifestParser[] = [
  bunBinary,
  bunLock,
  cargoLock,
  cargoToml,
  composerJson,
  composerLock,
  conanLock,
  conanfile,
  gemfileLock,
  gemfile,
  githubActions,
  goMod,
  gradleBuild,
  gradleLockfile,
  ivy,
  mavenPom,
  mixLock,
  mixProject,
  npmLock,
  nugetLock,
  nugetProject,
  packageJson,
  pdmLock,
  pipRequirements,
  pipfileLock,
  pipfile,
  pnpmLock,
  poetryLock,
  pubspecLock,
  pubspec,
  pyproject,
  sbtBuild,
  sbtLock,
  setupPy,
  swiftPackage,
  swiftResolved,
  unreadManagers,
  uvLock,
  yarnLock,
]
