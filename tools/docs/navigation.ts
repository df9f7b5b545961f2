// Where each page stands. By kind: what somebody learns from, what somebody does something by, what is looked up, and what
// explains. A page of docs/guide that is missing here is shown at the end of the how-to guides, and a test fails.

/** A page by its path in the repository, or pages below a folder. */
export interface Section {
  readonly title: string
  readonly pages: readonly string[]
  /** Folded until somebody opens it. */
  readonly folded?: boolean
}

export interface Kind {
  readonly title: string
  /** What this kind of page is for, in a sentence. */
  readonly about: string
  readonly sections: readonly Section[]
}

const guide = (...names: readonly string[]): string[] => names.map((name) => `docs/guide/${name}.md`)
const generated = (...names: readonly string[]): string[] => names.map((name) => `docs/generated/${name}.md`)

const TUTORIALS: Kind = {
  title: 'Tutorials',
  about: 'Lessons that end with something that works.',
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
      ),
    },
  ],
}

const HOW_TO: Kind = {
  title: 'How-to guides',
  about: 'Steps towards a goal that you have already.',
  sections: [
    {
      title: 'Guard chats and models',
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
      title: 'Guard tools and agents',
      pages: guide('mcp-gateway', 'decide-what-tools-may-show', 'follow-data', 'hand-on-less'),
    },
    {
      title: 'Write and try policies',
      pages: guide('policy-as-code', 'try-a-draft', 'tune-false-positives', 'receive-webhooks'),
    },
    {
      title: 'Scan code and packages',
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
      ),
    },
    { title: 'Attack agents', pages: guide('red-team-service', 'red-team-with-a-model', 'red-team-with-an-assistant') },
    { title: 'Operate', pages: guide('console', 'deploy', 'operations', 'organizations', 'air-gapped') },
  ],
}

const REFERENCE: Kind = {
  title: 'Reference',
  about: 'Everything there is, made from the code.',
  sections: [
    { title: 'Programs', pages: generated('cli', 'settings', 'errors', 'endpoints') },
    { title: 'Specification', pages: ['docs/spec/'], folded: true },
    { title: 'Endpoints: guard', pages: ['docs/generated/endpoints/guard/'], folded: true },
    { title: 'Endpoints: appsec', pages: ['docs/generated/endpoints/appsec/'], folded: true },
    { title: 'Endpoints: red team', pages: ['docs/generated/endpoints/redteam/'], folded: true },
    { title: 'Guards of texts and files', pages: ['docs/generated/guards/'], folded: true },
    { title: 'Guards of tools and agents', pages: ['docs/generated/agentic-guards/'], folded: true },
    { title: 'Rules of the static analysis', pages: ['docs/generated/rules/'], folded: true },
    { title: 'Scanners', pages: generated('secrets') },
    { title: 'Attacks', pages: generated('attack-categories', 'attack-strategies') },
  ],
}

const EXPLANATION: Kind = {
  title: 'Explanation',
  about: 'How it is made, why so, and how well it does.',
  sections: [
    { title: 'How it works', pages: ['ARCHITECTURE.md', 'SECURITY.md'] },
    {
      title: 'How well it does',
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
    { title: 'The project', pages: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] },
  ],
}

export const KINDS: readonly Kind[] = [TUTORIALS, HOW_TO, REFERENCE, EXPLANATION]

/** Whether a page stands in a section, by itself or through its folder. */
export function holds({ pages }: Section, path: string): boolean {
  return pages.some((page) => (page.endsWith('/') ? path.startsWith(page) : page === path))
}

/** The pages of the guide that no section names. */
export function unplaced(paths: readonly string[]): string[] {
  return paths.filter(
    (path) => path.startsWith('docs/guide/') && !KINDS.some(({ sections }) => sections.some((one) => holds(one, path))),
  )
}
