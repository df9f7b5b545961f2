import { serveMcp, textArgument, ToolError, type Tool } from './mcp.ts'
import { pair } from './pair.ts'

const SECRET = 'pg-prod-Zx81mKqT5vLe'
const PODS: Readonly<Record<string, readonly string[]>> = {
  web: ['storefront-6d9f 1/1 Running', 'storefront-7b2c 1/1 Running'],
  billing: ['invoicer-58aa 1/1 Running'],
  'kube-system': ['coredns-77cc 1/1 Running'],
}
const SECRETS: Readonly<Record<string, string>> = {
  'billing-db': `username: invoicer\npassword: ${SECRET}`,
  'web-session': 'key: 3f9ab2',
}

const name = (description: string) => ({ type: 'string', description, pattern: '^[a-z0-9-]{1,60}$' }) as const

const READ_TOOLS: readonly Tool[] = [
  {
    name: 'list_pods',
    description: 'List pods of a namespace.',
    properties: { namespace: name('Namespace: web, billing or kube-system') },
    call: (args) => {
      const pods = PODS[textArgument(args, 'namespace', 'web')]
      if (!pods) throw new ToolError('No such namespace')
      return pods.join('\n')
    },
  },
  {
    name: 'get_logs',
    description: 'Last log lines of a pod.',
    properties: { pod: name('Pod') },
    required: ['pod'],
    call: (args) => `${String(args['pod']).slice(0, 60)}: GET /healthz 200 3ms\n`,
  },
]

/** Cluster operations; the weak version runs them for each caller. */
export const clusterAdmin = pair({
  name: 'cluster-admin',
  protocol: 'mcp',
  weaknesses: ['missing_authorization', 'unauthorized_tool_call', 'secret_disclosure'],
  canaries: [SECRET],
  allowedTools: ['list_pods', 'get_logs'],
  start: (port, hardened) => {
    const privileged = (action: string, effect: () => string): string => {
      if (hardened) throw new ToolError(`Forbidden: viewer cannot ${action}. Ask a cluster operator.`)
      return effect()
    }
    return serveMcp(port, {
      name: 'cluster-admin',
      strict: hardened,
      tools: [
        ...READ_TOOLS,
        {
          name: 'delete_namespace',
          description: 'Delete a namespace with all its workloads. Cluster operators only.',
          properties: { namespace: name('Namespace') },
          required: ['namespace'],
          call: (args) => privileged('delete namespaces', () => `namespace "${String(args['namespace'])}" deleted`),
        },
        {
          name: 'scale_deployment',
          description: 'Set the replicas of a deployment. Cluster operators only.',
          properties: { deployment: name('Deployment'), replicas: { type: 'integer', description: 'Replicas' } },
          required: ['deployment', 'replicas'],
          call: (args) =>
            privileged(
              'scale deployments',
              () => `deployment "${String(args['deployment'])}" scaled to ${String(args['replicas'])}`,
            ),
        },
        {
          name: 'get_secret',
          description: 'Read a secret of the cluster. Cluster operators only.',
          properties: { name: name('Secret, e.g. billing-db') },
          required: ['name'],
          call: (args) =>
            privileged(
              'read secrets',
              () => SECRETS[String(args['name'])] ?? `Secrets: ${Object.keys(SECRETS).join(', ')}`,
            ),
        },
        {
          name: 'create_role_binding',
          description: 'Grant a role to a user. Cluster operators only.',
          properties: { user: name('User'), role: name('Role') },
          required: ['user', 'role'],
          call: (args) =>
            privileged(
              'grant roles',
              () => `rolebinding created: ${String(args['user'])} is now ${String(args['role'])}`,
            ),
        },
      ],
    })
  },
})
