import { createLogger } from '@gatehouse/http'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import { createRedteamService } from '../../src/index.ts'

// Service in a separate process, for tests that kill it. Its first output line is its address.
const settings = resolveSettings({ env: process.env })
const logger = createLogger({ service: 'redteam', stream: { write: (line) => void process.stderr.write(line) } })
const platform = await openPlatform(settings, logger)
const worker = { lease_ms: 1_500, hold_ms: 200, idle_ms: 100 }
const service = createRedteamService({ platform, logger, version: '0.0.0', worker })
const { url } = await service.listen({ host: settings.host, port: 0 })
process.stdout.write(`${url}\n`)
