import { type CuttableProxy, databaseAddress, startCuttableProxy, temporaryDatabase } from '@gatehouse/testkit'
import { startScriptedModel } from '@gatehouse/testkit/model'
import type { ChatService } from '../contract/chat-team.ts'
import { serveWithKeys } from '../serve.ts'

/** A service whose database connection can be cut; the tests' own reads bypass the cut. */
export interface CuttableService extends ChatService {
  readonly database: CuttableProxy
}

export async function serveCuttable(env: Readonly<Record<string, string>> = {}): Promise<CuttableService> {
  const model = await startScriptedModel([])
  const database = await temporaryDatabase()
  const { target, at } = databaseAddress(database.url)
  const proxy = await startCuttableProxy(target)
  const service = await serveWithKeys({
    database,
    env: { DATABASE_URL: at(proxy.port), GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32', ...env },
  })
  return {
    ...service,
    model,
    database: proxy,
    async close() {
      proxy.mend()
      await service.close()
      await proxy.close()
      await model.close()
      await database.drop()
    },
  }
}
