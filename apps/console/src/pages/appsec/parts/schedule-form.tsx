import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Project, SCAN_TYPES, type ScanType, useMay } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/projects.ts'

const FREQUENCIES = [
  { value: 'DAILY', label: messages.scheduleForm.daily },
  { value: 'WEEKLY', label: messages.scheduleForm.weekly },
  { value: 'BIWEEKLY', label: messages.scheduleForm.everyTwoWeeks },
  { value: 'MONTHLY', label: messages.scheduleForm.monthly },
  { value: 'CUSTOM', label: messages.scheduleForm.cronExpression },
] as const
/** Subversion addresses, as the service distinguishes them from git. */
const SVN = /^svn:/i
type Frequency = (typeof FREQUENCIES)[number]['value']

interface Form {
  readonly enabled: boolean
  readonly frequency: Frequency
  readonly cronExpr: string
  readonly scanType: ScanType
  readonly branch: string
  readonly timezone: string
}

/** Schedule of a project's automatic scans. */
export function ScheduleForm({ project }: { readonly project: Project }) {
  const { id, schedule, repoUrl, defaultBranch } = project
  const queries = useQueryClient()
  const mayChange = useMay('SECURITY')
  const [form, setForm] = useState<Form>({
    enabled: schedule?.enabled ?? true,
    frequency: schedule?.frequency ?? 'DAILY',
    cronExpr: schedule?.cronExpr ?? '0 2 * * *',
    scanType: schedule?.scanType ?? 'FULL',
    branch: schedule?.branch ?? '',
    timezone: schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const after = async (text: string): Promise<void> => {
    toast(text)
    await queries.invalidateQueries({ queryKey: ['appsec', 'project', id] })
  }
  const save = useMutation({
    mutationFn: () =>
      appsec.putSchedule({
        params: { projectId: id },
        body: {
          ...form,
          cronExpr: form.frequency === 'CUSTOM' ? form.cronExpr : null,
          branch: form.branch.trim() === '' ? null : form.branch.trim(),
        },
      }),
    onSuccess: () => after(messages.scheduleForm.scheduleSaved),
  })
  const remove = useMutation({
    mutationFn: () => appsec.deleteSchedule({ params: { projectId: id } }),
    onSuccess: () => after(messages.scheduleForm.scheduleRemoved),
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  if (repoUrl === null) {
    return (
      <Card title={messages.scheduleForm.schedule}>
        <p className="text-sm text-muted">{messages.scheduleForm.scheduledScansRequireA}</p>
      </Card>
    )
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Card title={messages.scheduleForm.schedule}>
        <form onSubmit={onSubmit} className="flex flex-col gap-4">
          <ScheduleFields form={form} setForm={setForm} disabled={!mayChange} defaultBranch={defaultBranch} />
          <Switch
            label={common.enabled}
            on={form.enabled}
            disabled={!mayChange}
            onFlip={(enabled) => setForm({ ...form, enabled })}
          />
          {save.error !== null && (
            <p role="alert" className="text-sm text-bad">
              {explain(save.error).sentence}
            </p>
          )}
          {mayChange && (
            <div className="flex gap-2">
              <Button look="primary" type="submit" busy={save.isPending}>
                {messages.scheduleForm.saveSchedule}
              </Button>
              {schedule !== null && (
                <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
                  {messages.scheduleForm.removeSchedule}
                </Button>
              )}
            </div>
          )}
        </form>
      </Card>
      <NextScan project={project} />
    </div>
  )
}

interface FieldsProps {
  readonly form: Form
  readonly setForm: (form: Form) => void
  readonly disabled: boolean
  readonly defaultBranch: string
}

function ScheduleFields({ form, setForm, disabled, defaultBranch }: FieldsProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-4 sm:grid-cols-2">
      <Field label={messages.scheduleForm.frequency}>
        {(field) => (
          <Select
            {...field}
            value={form.frequency}
            options={FREQUENCIES}
            onPick={(value) => setForm({ ...form, frequency: value as Frequency })}
          />
        )}
      </Field>
      {form.frequency === 'CUSTOM' ? (
        <Field label={messages.scheduleForm.cronExpression} help={messages.scheduleForm.minuteHourDayOfMonthMonthDayOf}>
          {(field) => (
            <Input
              {...field}
              required
              className="font-mono"
              value={form.cronExpr}
              onChange={({ target }) => setForm({ ...form, cronExpr: target.value })}
            />
          )}
        </Field>
      ) : (
        <span className="max-sm:hidden" />
      )}
      <Field label={common.scanners}>
        {(field) => (
          <Select
            {...field}
            value={form.scanType}
            options={SCAN_TYPES}
            onPick={(value) => setForm({ ...form, scanType: value as ScanType })}
          />
        )}
      </Field>
      <Field label={common.branch} help={messages.scheduleForm.leaveEmptyFor(defaultBranch)}>
        {(field) => (
          <Input {...field} value={form.branch} onChange={({ target }) => setForm({ ...form, branch: target.value })} />
        )}
      </Field>
      <Field label={messages.scheduleForm.timeZone} help={messages.scheduleForm.ianaNameSuchAsEuropeVienna}>
        {(field) => (
          <Input
            {...field}
            required
            value={form.timezone}
            onChange={({ target }) => setForm({ ...form, timezone: target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}

function NextScan({ project }: { readonly project: Project }) {
  const { schedule } = project
  return (
    <Card
      title={messages.scheduleForm.nextScan}
      actions={schedule !== null && <RunNow project={project} schedule={schedule} />}
    >
      {schedule === null ? (
        <p className="text-sm text-muted">{messages.scheduleForm.noScheduleScansAreStarted}</p>
      ) : (
        <KeyValue
          pairs={[
            [
              messages.scheduleForm.nextScan,
              schedule.nextRunAt === null ? (
                messages.scheduleForm.disabled
              ) : (
                <Time key="next" at={schedule.nextRunAt} />
              ),
            ],
            [messages.scheduleForm.lastScan, <Time key="last" at={schedule.lastRunAt} />],
            [
              messages.scheduleForm.cronExpression,
              <code key="cron" className="font-mono text-xs">
                {schedule.cronExpr}
              </code>,
            ],
          ]}
        />
      )}
    </Card>
  )
}

/** Runs the scheduled scan immediately on behalf of the user. The schedule is unchanged. */
function RunNow({
  project: { id, repoUrl, defaultBranch },
  schedule,
}: {
  readonly project: Project
  readonly schedule: NonNullable<Project['schedule']>
}) {
  const mayScan = useMay('DEVELOPER')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { scanType, branch } = schedule
  const run = useMutation({
    mutationFn: () => {
      const address = repoUrl ?? ''
      const source = SVN.test(address) ? { svnUrl: address } : { repoUrl: address, branch: branch ?? defaultBranch }
      return appsec.createScan({ body: { projectId: id, scanType, ...source } })
    },
    async onSuccess({ scanId }) {
      await queries.invalidateQueries({ queryKey: ['appsec', 'scans'] })
      await navigate({ to: `/appsec/scans/${scanId}` })
    },
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  return (
    mayScan && (
      <Button icon={Play} busy={run.isPending} onClick={() => run.mutate()}>
        {messages.scheduleForm.runNow}
      </Button>
    )
  )
}
