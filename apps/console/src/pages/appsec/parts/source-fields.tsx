import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
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
    <Field label={label} help={help}>
      {(field) => (
        <Input
          {...field}
          {...rest}
          name={name}
          spellCheck={false}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

export function GitFields(props: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Text
          {...props}
          name="repoUrl"
          label="Address of the repository"
          placeholder="https://git.example.org/shop.git"
          help="http, https or git. A project that has this address already is used."
        />
      </div>
      <Text {...props} name="branch" label="Branch" help="Left empty: the branch that the repository names first." />
      <Text {...props} name="commitSha" label="Commit" help="A full commit id. Left empty: the newest of the branch." />
      {props.draft.scanType === 'INCREMENTAL' && (
        <Text {...props} name="baseSha" label="Changed since" help="The commit to compare with, as a full id." />
      )}
    </div>
  )
}

export function SvnFields(props: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Text
          {...props}
          name="svnUrl"
          label="Address of the folder"
          placeholder="https://svn.example.org/shop/trunk"
          help="http, https or svn."
        />
      </div>
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
    </div>
  )
}
