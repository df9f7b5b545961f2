import type { ReactNode } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import type { ScanDraft } from './scan-draft.ts'

interface Props {
  readonly draft: ScanDraft
  readonly set: (change: Partial<ScanDraft>) => void
}

type TextName = Exclude<keyof ScanDraft, 'kind' | 'source' | 'scanType'>

function Text({
  name,
  label,
  help,
  draft,
  set,
  ...rest
}: Props & {
  readonly name: TextName
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly type?: 'password' | 'text'
  readonly autoComplete?: string
}) {
  return (
    <TextField
      {...rest}
      label={label}
      help={help}
      name={name}
      spellCheck={false}
      value={draft[name]}
      onText={(text) => set({ [name]: text })}
    />
  )
}

/** Where it is, over the whole width, and what is said about it. */
function Source({ address, children }: { readonly address: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">{address}</div>
      {children}
    </div>
  )
}

/** @param known  the repository of the project, which needs no telling */
export function GitFields({ known, ...props }: Props & { readonly known: string | undefined }) {
  return (
    <Source
      address={
        <Text
          {...props}
          name="repoUrl"
          label="Address of the repository"
          placeholder={known ?? 'https://git.example.org/shop.git'}
          help={
            known === undefined
              ? 'http, https or git. A project that has this address already is used.'
              : 'Left empty: that of the project.'
          }
        />
      }
    >
      <Text {...props} name="branch" label="Branch" help="Left empty: the branch that the repository names first." />
      <Text {...props} name="commitSha" label="Commit" help="A full commit id. Left empty: the newest of the branch." />
      {props.draft.scanType === 'INCREMENTAL' && (
        <Text {...props} name="baseSha" label="Changed since" help="The commit to compare with, as a full id." />
      )}
    </Source>
  )
}

export function SvnFields(props: Props) {
  const address = {
    label: 'Address of the folder',
    placeholder: 'https://svn.example.org/shop/trunk',
    help: 'http, https or svn.',
  }
  return (
    <Source address={<Text {...props} {...address} name="svnUrl" />}>
      <Text {...props} name="svnRevision" label="Revision" help="Left empty: the newest." />
      <span className="max-sm:hidden" />
      <Text {...props} name="svnUsername" label="User" autoComplete="off" />
      <Text
        {...props}
        name="svnPassword"
        label="Password"
        type="password"
        autoComplete="new-password"
        help="Kept sealed, for this source alone."
      />
    </Source>
  )
}
