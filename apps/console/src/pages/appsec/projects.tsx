import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FolderGit2, Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../api/clients.ts'
import { explain } from '../../api/explain.ts'
import { textOf } from '../../app/sign-in/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Grade } from '../../ui/grade.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMay } from './parts/kinds.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/projects.ts'

type Project = Awaited<ReturnType<typeof appsec.listProjects>>['projects'][number]

const COLUMNS: readonly Column<Project>[] = [
  {
    id: 'grade',
    title: messages.projects.grade,
    width: '96px',
    cell: ({ card }) => <Grade of={card.grade} />,
  },
  {
    id: 'name',
    title: common.project,
    width: 'minmax(160px, 2fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: 'repo',
    title: messages.projects.repository,
    width: 'minmax(160px, 2fr)',
    cell: ({ repoUrl }) => <span className="text-muted">{repoUrl ?? '–'}</span>,
  },
  { id: 'critical', title: common.critical, number: true, width: '80px', cell: ({ card }) => card.counts.critical },
  { id: 'high', title: common.high, number: true, width: '72px', cell: ({ card }) => card.counts.high },
  { id: 'medium', title: common.medium, number: true, width: '80px', cell: ({ card }) => card.counts.medium },
  {
    id: 'scanned',
    title: messages.projects.lastScan,
    width: 'minmax(110px, 1fr)',
    cell: ({ card }) => <Time at={card.lastScanAt} />,
  },
]
const PAGE = 100

export default function Projects() {
  const [search, setSearch] = useState('')
  const [isNew, setIsNew] = useState(false)
  const navigate = useNavigate()
  const mayCreate = useMay('SECURITY')
  const { data, error, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: ['appsec', 'projects', search],
    queryFn: ({ signal, pageParam }) =>
      appsec.listProjects(
        { query: { page: pageParam, limit: PAGE, ...(search === '' ? {} : { search }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const rows = data?.pages.flatMap(({ projects }) => projects)
  const create = mayCreate && (
    <Button look="primary" icon={Plus} onClick={() => setIsNew(true)}>
      {messages.projects.newProject}
    </Button>
  )
  return (
    <>
      <PageHeader title={common.projects} intro={messages.projects.scannedRepositoriesWithTheir} actions={create} />
      <Card
        flush
        title={data === undefined ? '' : messages.projects.total(data.pages[0]?.pagination.total ?? 0)}
        actions={
          <Input
            aria-label={messages.projects.searchProjects}
            type="search"
            placeholder={messages.projects.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        }
      >
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingProjects} />}
        {rows === undefined && error === null && <Skeleton />}
        {rows?.length === 0 && (
          <EmptyState
            icon={FolderGit2}
            title={search === '' ? messages.projects.noProjectsYet : messages.projects.noMatchingProjects}
            action={search === '' && create}
          >
            {messages.projects.aProjectRepresentsOne}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            label={common.projects}
            rows={rows}
            columns={COLUMNS}
            idOf={({ id }) => id}
            total={data?.pages[0]?.pagination.total ?? rows.length}
            onOpen={({ id }) => void navigate({ to: `/appsec/projects/${id}` })}
            onEnd={() => void fetchNextPage()}
          />
        )}
      </Card>
      <NewProject open={isNew} onClose={() => setIsNew(false)} />
    </>
  )
}

function NewProject({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (body: { name: string; repoUrl: string }) => appsec.createProject({ body }),
    async onSuccess({ name }) {
      toast(messages.projects.projectCreated(name))
      close()
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
  })
  const close = (): void => {
    reset()
    onClose()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    mutate({ name: textOf(fields, 'name') ?? '', repoUrl: textOf(fields, 'repoUrl') ?? '' })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={messages.projects.newProject}
      footer={
        <>
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="new-project" busy={isPending}>
            {messages.projects.createProject}
          </Button>
        </>
      }
    >
      <form id="new-project" onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={common.name} error={error === null ? undefined : explain(error).sentence}>
          {(field) => <Input {...field} name="name" required maxLength={200} />}
        </Field>
        <Field label={common.repositoryUrl} help={messages.projects.leaveEmptyToUploadSourceCode}>
          {(field) => <Input {...field} name="repoUrl" placeholder={common.httpsGitExampleOrgShopGit} />}
        </Field>
      </form>
    </Dialog>
  )
}
