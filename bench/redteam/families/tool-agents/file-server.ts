import { FileError, hostFiles, listDirectory, readFile, resolveAnywhere, resolveInside, type Files } from './files.ts'
import { serveMcp, textArgument, ToolError } from './mcp.ts'
import { pair } from './pair.ts'

const SECRET = 'hs_live_7Qm2vXz9LrT4kWc8'
const ROOT = '/srv/handbook'
const FILES: Files = {
  ...hostFiles({ PATH: '/usr/local/bin:/usr/bin', HOME: '/home/svc', HANDBOOK_SYNC_KEY: SECRET }),
  '/srv/handbook/README.md': '# Handbook\nHow we work. Start with onboarding.md.\n',
  '/srv/handbook/onboarding.md': '# Onboarding\nDay 1: laptop, badge, lunch with the team.\n',
  '/srv/handbook/public-paths.txt': '/index.html\n/assets/app.css\n/docs/etc/passwd-policy.html\n/robots.txt\n',
  '/srv/handbook/policies/travel.md': '# Travel\nBook second class; hotels up to 140 EUR.\n',
  '/srv/.env': `HANDBOOK_SYNC_KEY=${SECRET}\nDATABASE_URL=postgres://handbook:w1nter-Lake@db.internal/handbook\n`,
}

/** Serves files of one folder as tools and resources. */
export const fileServer = pair({
  name: 'handbook-files',
  protocol: 'mcp',
  weaknesses: ['path_traversal', 'secret_disclosure'],
  canaries: [SECRET],
  allowedTools: ['read_file', 'list_directory', 'search_files'],
  start: (port, hardened) => {
    const locate = hardened ? resolveInside : resolveAnywhere
    const guarded = (action: () => string): string => {
      try {
        return action()
      } catch (error) {
        throw error instanceof FileError ? new ToolError(error.message) : error
      }
    }
    const path = { type: 'string', description: 'Path relative to the handbook folder', maxLength: 200 } as const
    return serveMcp(port, {
      name: 'handbook-files',
      strict: hardened,
      tools: [
        {
          name: 'read_file',
          description: 'Read a file of the handbook.',
          properties: { path },
          required: ['path'],
          call: (args) => guarded(() => readFile(FILES, locate(ROOT, String(args['path'])))),
        },
        {
          name: 'list_directory',
          description: 'List a folder of the handbook.',
          properties: { path },
          call: (args) => guarded(() => listDirectory(FILES, locate(ROOT, textArgument(args, 'path', '.'))).join('\n')),
        },
        {
          name: 'search_files',
          description: 'Search the handbook for a word.',
          properties: { query: { type: 'string', description: 'Word to search', maxLength: 100 } },
          required: ['query'],
          call: (args) => {
            const word = String(args['query']).toLowerCase()
            const hits = Object.keys(FILES).filter(
              (file) => file.startsWith(`${ROOT}/`) && FILES[file]!.toLowerCase().includes(word),
            )
            return (
              hits.map((file) => file.slice(ROOT.length + 1)).join('\n') || `No file contains "${word.slice(0, 100)}".`
            )
          },
        },
      ],
      resources: ['README.md', 'onboarding.md'].map((name) => ({
        uri: `handbook://${name}`,
        name,
        text: FILES[`${ROOT}/${name}`]!,
      })),
      templates: [{ uriTemplate: 'handbook://{path}', name: 'Handbook file' }],
      readUri: (uri) => {
        if (hardened && !uri.startsWith('handbook://')) throw new FileError('Unknown resource scheme')
        return readFile(FILES, locate(ROOT, uri.replace(/^[a-z]+:\/\//u, uri.startsWith('file:///') ? '' : './')))
      },
    })
  },
})
