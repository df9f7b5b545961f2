import { constants, createContext, runInContext } from 'node:vm'

const TIMEOUT_MS = 300
const RESULT_MAX = 4000

/**
 * Evaluates JavaScript as `eval` in a Node.js server would: `process`, `require('child_process')` and `require('fs')`
 * exist, but only as simulations. The context gets no object of the host.
 */
export function evaluateScript(
  source: string,
  host: {
    readonly env: Readonly<Record<string, string>>
    /** Both return text and never throw. */
    readonly exec: (command: string) => string
    readonly read: (path: string) => string
  },
): string {
  const context = createContext(constants.DONT_CONTEXTIFY)
  const install = runInContext(
    `(exec, read, env) => {
      const run = (command) => String(exec(String(command)))
      const modules = {
        child_process: { execSync: run, spawnSync: (command, args = []) => ({ stdout: run([command, ...args].join(' ')) }), exec: run },
        fs: { readFileSync: (path) => String(read(String(path))), existsSync: () => true },
        os: { hostname: () => 'worker-7c4f', userInfo: () => ({ username: 'svc' }), platform: () => 'linux' },
      }
      const load = (name) => {
        const found = modules[String(name).replace('node:', '')]
        if (!found) throw new Error("Cannot find module '" + name + "'")
        return found
      }
      globalThis.require = load
      globalThis.process = {
        env: JSON.parse(env), pid: 4711, platform: 'linux', version: 'v22.11.0', argv: ['node', '/app/server.js'],
        cwd: () => '/app', exit: () => undefined, getBuiltinModule: load, mainModule: { require: load },
      }
      for (const name of Object.getOwnPropertyNames(Math)) if (!(name in globalThis)) globalThis[name] = Math[name]
    }`,
    context,
  ) as (...given: unknown[]) => void
  install(
    (command: unknown) => host.exec(String(command)),
    (path: unknown) => host.read(String(path)),
    JSON.stringify(host.env),
  )
  try {
    const wrapped = `(() => { const value = (0, eval)(${JSON.stringify(source)}); return typeof value === 'object' ? String(JSON.stringify(value)) : String(value) })()`
    const result: unknown = runInContext(wrapped, context, { timeout: TIMEOUT_MS })
    return typeof result === 'string' ? result.slice(0, RESULT_MAX) : 'undefined'
  } catch (error) {
    const reason = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
    throw new Error(typeof reason === 'string' ? reason.slice(0, 300) : 'Evaluation failed', { cause: error })
  }
}
