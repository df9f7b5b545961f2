// Navigation of the documentation site by kind: tutorials, how-to guides, reference and explanation. A page of docs/guide without an entry
// is listed at the end of the how-to guides, and a test fails.

/** Section with pages by repository path; a path with a trailing slash includes all pages of the folder. */
export interface Section {
  readonly title: string
  readonly pages: readonly string[]
  /** Collapsed by default. */
  readonly folded?: boolean
}

export interface Kind {
  readonly title: string
  /** Purpose of this kind of page, in one sentence. */
  readonly about: string
  readonly sections: readonly Section[]
}

const guide = (...names: readonly string[]): string[] => names.map((name) => `docs/guide/${name}.md`)
const generated = (...names: readonly string[]): string[] => names.map((name) => `docs/generated/${name}.md`)

const TUTORIALS: Kind = {
  title: 'Tutorials',
  about: 'Step-by-step lessons with a working result.',
  sections: [
    {
      title: 'Tutorials',
      pages: guide(
        'protect-a-chat-app',
        'scan-your-first-project',
        'from-finding-to-policy',
        'protect-tools',
        'gate-a-build',
        'red-team-your-agent',
        'harden-an-agent',
      ),
    },
  ],
}

const HOW_TO: Kind = {
  title: 'How-to guides',
  about: 'Instructions for a specific task.',
  sections: [
    {
      title: 'Chat and model traffic',
      pages: guide(
        'chat-gateway',
        'chat-dialects',
        'gateway-upstreams',
        'client',
        'drop-in-guards',
        'screen-a-file',
        'tokenise-personal-data',
      ),
    },
    {
      title: 'Tools and agents',
      pages: guide('mcp-gateway', 'decide-what-tools-may-show', 'follow-data', 'hand-on-less'),
    },
    {
      title: 'Policies',
      pages: guide('policy-as-code', 'try-a-draft', 'tune-false-positives', 'receive-webhooks'),
    },
    {
      title: 'Code and package scanning',
      pages: guide(
        'scan-locally',
        'static-analysis',
        'find-secrets',
        'malicious-packages',
        'advisories',
        'npm-audit',
        'pre-commit',
        'scans',
        'artifacts',
        'manage-findings',
        'import-findings',
        'monitor-sboms',
        'connect-github',
        'chat-alerts',
      ),
    },
    { title: 'Red team', pages: guide('red-team-service', 'red-team-with-a-model', 'red-team-with-an-assistant') },
    { title: 'Operations', pages: guide('console', 'deploy', 'operations', 'organizations', 'air-gapped') },
  ],
}

const REFERENCE: Kind = {
  title: 'Reference',
  about: 'Generated from the code.',
  sections: [
    { title: 'Command line and settings', pages: generated('cli', 'settings', 'errors', 'endpoints') },
    { title: 'Specification', pages: ['docs/spec/'], folded: true },
    { title: 'Endpoints: guard', pages: ['docs/generated/endpoints/guard/'], folded: true },
    { title: 'Endpoints: appsec', pages: ['docs/generated/endpoints/appsec/'], folded: true },
    { title: 'Endpoints: red team', pages: ['docs/generated/endpoints/redteam/'], folded: true },
    { title: 'Content guards', pages: ['docs/generated/guards/'], folded: true },
    { title: 'Agent guards', pages: ['docs/generated/agentic-guards/'], folded: true },
    { title: 'Static analysis rules', pages: ['docs/generated/rules/'], folded: true },
    { title: 'Scanners', pages: generated('secrets') },
    { title: 'Attacks', pages: generated('attack-categories', 'attack-strategies', 'promptfoo-names') },
  ],
}

const EXPLANATION: Kind = {
  title: 'Explanation',
  about: 'Architecture, decisions and measured accuracy.',
  sections: [
    { title: 'Architecture and security', pages: ['ARCHITECTURE.md', 'SECURITY.md'] },
    {
      title: 'Benchmarks and accuracy',
      pages: [
        'docs/benchmarks.md',
        'docs/static-analysis-accuracy.md',
        'docs/static-analysis-noise.md',
        'docs/static-analysis-mutations.md',
        'docs/redteam-accuracy.md',
      ],
    },
    { title: 'Trained models', pages: ['docs/models/'], folded: true },
    { title: 'Decisions', pages: ['docs/decisions/'], folded: true },
    { title: 'Project', pages: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] },
  ],
}

export const KINDS: readonly Kind[] = [TUTORIALS, HOW_TO, REFERENCE, EXPLANATION]

/** Whether a section contains a page, directly or through its folder. */
export function containsPage({ pages }: Section, path: string): boolean {
  return pages.some((page) => (page.endsWith('/') ? path.startsWith(page) : page === path))
}

/** Guide pages without a section. */
export function unplaced(paths: readonly string[]): string[] {
  return paths.filter(
    (path) =>
      path.startsWith('docs/guide/') &&
      !KINDS.some(({ sections }) => sections.some((section) => containsPage(section, path))),
  )
}
