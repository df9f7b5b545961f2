import type { Advice } from '../rules/rule.ts'

/** Package registries. */
export default {
  npm: {
    severity: 'CRITICAL',
    grants: 'publish and read packages of its user or organization',
    revoke: 'Run `npm token revoke` for it, or delete it under Access tokens.',
  },
  PyPI: {
    severity: 'CRITICAL',
    grants: 'upload releases of the projects in its scope',
    revoke: 'Remove it under Account settings > API tokens.',
  },
  RubyGems: {
    severity: 'CRITICAL',
    grants: 'push and yank gems within its scopes',
    revoke: 'Delete it under Settings > API keys.',
  },
  'crates.io': {
    severity: 'CRITICAL',
    grants: 'publish and yank crates',
    revoke: 'Revoke it under Account settings > API tokens.',
  },
  NuGet: {
    severity: 'CRITICAL',
    grants: 'push packages that match its pattern',
    revoke: 'Delete or regenerate it in the account under API keys.',
  },
  Clojars: { severity: 'CRITICAL', grants: 'deploy artifacts of its user', revoke: 'Disable it under Deploy tokens.' },
  Docker: {
    severity: 'HIGH',
    grants: 'pull and push images within its permissions',
    revoke: 'Delete it under Account settings > Personal access tokens.',
  },
  JFrog: {
    severity: 'CRITICAL',
    grants: 'read and write artifacts of the repositories that its user may reach',
    revoke: 'Revoke it under Administration > Access tokens, or in the profile of its user.',
  },
} satisfies Advice
