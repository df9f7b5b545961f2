import { useQuery } from '@tanstack/react-query'
import { guard } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { KeyList } from './key-list.tsx'

export default function Keys() {
  return (
    <>
      <PageHeader title="Keys" intro="With what programs and people of your tenant call the guard." />
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
      <Loaded query={keys} doing="Loading the keys">
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
