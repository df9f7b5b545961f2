import { afterEach } from 'vitest'

import { type Script, ScriptedUpstream } from './scripted-upstream.ts'
import { serve, type ServeOptions, type Served } from './serve.ts'

/** Gateways of a test file that are stopped after each test. */
export function gateways() {
  const running: Served[] = []
  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop()
  })
  return async (script: Script = {}, options: Partial<ServeOptions> = {}) => {
    const upstreams: ScriptedUpstream[] = []
    const connect = () => {
      const upstream = new ScriptedUpstream(script)
      upstreams.push(upstream)
      return Promise.resolve(upstream)
    }
    const service = await serve({ connect, ...options })
    running.push(service)
    return { served: service, upstreams }
  }
}
