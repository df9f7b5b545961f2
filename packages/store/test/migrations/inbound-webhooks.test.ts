import { randomUUID } from 'node:crypto'
import { databaseTargets } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { migrate } from '../../src/migrate.ts'
import { repositoryKey } from '../../src/tables/appsec/repository-key.ts'
import { databaseBefore } from './database-before.ts'

const MIGRATION = '0037-inbound-webhooks'

const ADDRESSES = [
  'https://github.com/acme/shop',
  'https://GitHub.com/Acme/Shop.git',
  'https://github.com/acme//shop.git/',
  'https://github.com:443/acme/shop/',
  'https://git.corp:8443/a/b/shop.GIT',
  'http://127.0.0.1:8080/shop',
  'http://git.corp:80/shop.git',
  'git://git.corp:9418/shop.git',
  'https://dev.azure.com/Acme/My%20Project/_git/Shop',
  'https://dev.azure.com/acme/my project/_git/shop',
  'https://dev.azure.com/acme/_git/shop',
  'https://acme.visualstudio.com/DefaultCollection/web/_git/shop',
  'https://acme.visualstudio.com/_git/shop',
  'https://github.com',
  null,
]

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`${MIGRATION} on the ${target.name}`, () => {
    test('stored repository addresses get the key that new ones get', async () => {
      const database = await databaseBefore(target, MIGRATION)
      try {
        await database.store.withConnection(async (client) => {
          const organizationId = randomUUID()
          await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Nordwind')`, [organizationId])
          for (const address of ADDRESSES) {
            const values = [randomUUID(), organizationId, address]
            await client.query(
              `INSERT INTO projects (id, organization_id, name, repo_url) VALUES ($1, $2, 'x', $3)`,
              values,
            )
          }
        })
        expect((await migrate(database.store)).applied).toContain(MIGRATION)
        const rows = await database.store.db.selectFrom('projects').select(['repo_url', 'repo_key']).execute()
        expect(rows).toHaveLength(ADDRESSES.length)
        for (const { repo_url, repo_key } of rows) {
          expect([repo_url, repo_key]).toEqual([repo_url, repo_url === null ? null : repositoryKey(repo_url)])
        }
      } finally {
        await database.drop()
      }
    })
  })
}
