import { useQuery } from '@tanstack/react-query'
import { guard } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { KeyList } from './key-list.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/keys.ts'

export default function Keys() {
  return (
    <>
      <PageHeader title={common.apiKeys} intro={messages.keys.credentialsForProgramsAnd} />
      <Scoped needs="admin">
        <Own />
      </Scoped>
    </>
  )
}

function Own() {
  const keys = useQuery({ queryKey: ['guard', 'keys'], queryFn: ({ signal }) => guard.listOwnKeys({}, { signal }) })
  return (
    <Card flush>
      <Loaded query={keys} doing={common.loadingKeys}>
        {({ api_keys }) => (
          <KeyList
            keys={api_keys}
            make={(body) => guard.createOwnKey({ body })}
            revoke={(id) => guard.revokeOwnKey({ query: { id }, body: undefined })}
          />
        )}
      </Loaded>
    </Card>
  )
}
