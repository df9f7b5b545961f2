import type { Advice } from '../rules/rule.ts'

/** Package registries. */
export default {
  npm: {
    severity: 'CRITICAL',
    grants: 'publishes and reads packages of its user or organisation',
    revoke: 'Run `npm token revoke` for it, or delete it under Access tokens.',
  },
  PyPI: {
    severity: 'CRITICAL',
    grants: 'uploads releases of the projects in its scope',
    revoke: 'Remove it under Account settings, API tokens.',
  },
  RubyGems: {
    severity: 'CRITICAL',
    grants: 'pushes and yanks gems within its scopes',
    revoke: 'Delete it under Settings, API keys.',
  },
  'crates.io': {
    severity: 'CRITICAL',
    grants: 'publishes and yanks crates',
    revoke: 'Revoke it under Account settings, API tokens.',
  },
  NuGet: {
    severity: 'CRITICAL',
    grants: 'pushes packages that match its pattern',
    revoke: 'Delete or regenerate it under API keys of the account.',
  },
  Clojars: { severity: 'CRITICAL', grants: 'deploys artifacts of its user', revoke: 'Disable it under Deploy tokens.' },
  Docker: {
    severity: 'HIGH',
    grants: 'pulls and pushes images within its permissions',
    revoke: 'Delete it under Account settings, Personal access tokens.',
  },
  JFrog: {
    severity: 'CRITICAL',
    grants: 'reads and writes artifacts of the repositories that its user may reach',
    revoke: 'Revoke it under Administration, Access tokens, or in the profile of its user.',
  },
} satisfies Advice
