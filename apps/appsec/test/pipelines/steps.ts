import { parse } from 'yaml'

/** Commands of one pipeline step, with its environment. */
export interface Step {
  readonly script: string
  /** As written in the template; the platform's substitutions are unknown here. */
  readonly env: Readonly<Record<string, string>>
}

interface Mapping {
  readonly [name: string]: unknown
}

const mapping = (value: unknown): Mapping => value as Mapping
const list = (value: unknown): readonly Mapping[] => value as readonly Mapping[]

/** How each platform finds the step in its own file. */
export const STEP_OF: Readonly<Record<string, (template: string) => Step>> = {
  github(template) {
    const { jobs } = mapping(parse(template))
    const steps = list(mapping(mapping(jobs)['gatehouse'])['steps'])
    const step = steps.find(({ run }) => run !== undefined)!
    return { script: String(step['run']), env: step['env'] as Step['env'] }
  },
  gitlab(template) {
    const job = mapping(mapping(parse(template))['gatehouse'])
    return { script: (job['script'] as string[]).join('\n'), env: job['variables'] as Step['env'] }
  },
  jenkins(template) {
    const [, script = ''] = /\bsh '''\n(.*?)'''/s.exec(template) ?? []
    return { script, env: {} }
  },
  'azure-devops'(template) {
    const job = list(mapping(parse(template))['jobs'])[0]!
    const step = list(job['steps']).find(({ script }) => script !== undefined)!
    return { script: String(step['script']), env: step['env'] as Step['env'] }
  },
  bitbucket(template) {
    const { pipelines } = mapping(parse(template))
    const [{ step }] = mapping(pipelines)['default'] as [{ step: Mapping }]
    return { script: (step['script'] as string[]).join('\n'), env: {} }
  },
}

/** Platform variables for a commit of the branch `feature/one` in the repository `team/shop`. */
export const ENV_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  github: {
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'team/shop',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REF_NAME: '7/merge',
    GITHUB_HEAD_REF: 'feature/one',
    GITHUB_REF_TYPE: 'branch',
  },
  gitlab: {
    GITLAB_CI: 'true',
    CI_PROJECT_PATH: 'team/shop',
    CI_COMMIT_REF_NAME: 'feature/one',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/one',
    CI_MERGE_REQUEST_IID: '7',
  },
  jenkins: {
    JENKINS_URL: 'http://ci',
    JOB_NAME: 'team/shop',
    BRANCH_NAME: 'PR-7',
    CHANGE_BRANCH: 'feature/one',
    CHANGE_ID: '7',
  },
  'azure-devops': {
    TF_BUILD: 'True',
    BUILD_REPOSITORY_NAME: 'team/shop',
    BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
    SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/one',
    SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
  },
  bitbucket: { BITBUCKET_REPO_FULL_NAME: 'team/shop', BITBUCKET_BRANCH: 'feature/one', BITBUCKET_PR_ID: '7' },
}

/** How the platforms start the shell with a file of commands: each stops at the first that fails, Jenkins shows all of them. */
export const SHELL_OF: Readonly<Record<string, string>> = {
  github: 'sh -e',
  gitlab: 'sh -e',
  jenkins: 'sh -xe',
  'azure-devops': 'bash --noprofile --norc',
  bitbucket: 'bash -e',
}

/** Valid keywords of the platforms at the template's position for jobs and steps. */
export const WORDS_OF: Readonly<
  Record<string, (template: string) => readonly [readonly string[], readonly string[]][]>
> = {
  github(template) {
    const workflow = mapping(parse(template))
    const job = mapping(mapping(workflow['jobs'])['gatehouse'])
    const step = ['name', 'id', 'if', 'uses', 'with', 'run', 'shell', 'env', 'timeout-minutes', 'continue-on-error']
    return [
      [Object.keys(workflow), ['name', 'on', 'permissions', 'env', 'concurrency', 'jobs']],
      [
        Object.keys(job),
        ['name', 'runs-on', 'needs', 'if', 'permissions', 'env', 'timeout-minutes', 'container', 'steps'],
      ],
      ...list(job['steps']).map((item): [string[], string[]] => [Object.keys(item), step]),
    ]
  },
  gitlab(template) {
    const file = mapping(parse(template))
    const job = mapping(file['gatehouse'])
    const words = ['stage', 'image', 'timeout', 'variables', 'rules', 'script', 'artifacts', 'needs', 'tags', 'cache']
    return [
      [Object.keys(file), ['gatehouse']],
      [Object.keys(job), words],
      [Object.keys(mapping(job['artifacts'])), ['when', 'paths', 'expire_in', 'name', 'reports']],
    ]
  },
  'azure-devops'(template) {
    const file = mapping(parse(template))
    const job = list(file['jobs'])[0]!
    const words = [
      'checkout',
      'fetchDepth',
      'persistCredentials',
      'script',
      'publish',
      'artifact',
      'displayName',
      'env',
    ]
    return [
      [Object.keys(file), ['trigger', 'pr', 'variables', 'pool', 'jobs']],
      [Object.keys(job), ['job', 'displayName', 'timeoutInMinutes', 'pool', 'variables', 'steps']],
      ...list(job['steps']).map((item): [string[], string[]] => [
        Object.keys(item),
        [...words, 'condition', 'continueOnError'],
      ]),
    ]
  },
  bitbucket(template) {
    const file = mapping(parse(template))
    const pipelines = mapping(file['pipelines'])
    const [{ step }] = pipelines['default'] as [{ step: Mapping }]
    return [
      [Object.keys(file), ['image', 'definitions', 'options', 'clone', 'pipelines']],
      [Object.keys(pipelines), ['default', 'branches', 'pull-requests', 'tags', 'custom']],
      [Object.keys(step), ['name', 'image', 'max-time', 'clone', 'script', 'artifacts', 'caches', 'services']],
    ]
  },
}
