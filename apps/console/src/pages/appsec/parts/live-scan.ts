import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { eventsOf, GatehouseError } from '@gatehouse/client'
import { appsec } from '../../../api/clients.ts'
import { isOver, type Scan } from './kinds.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** How long to wait before a broken line is taken up again. */
const AGAIN_MS = 2_000

/**
 * A scan as it goes: its record, kept up to date by its events until they end. A line that breaks is taken up again; each event
 * holds the whole state, so nothing is lost. They end later than the work: one that is stopped still gets its documents.
 */
export function useLiveScan(scanId: string) {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  const query = useQuery({
    queryKey: ['appsec', 'scan', scanId],
    queryFn: ({ signal }) => appsec.readScan({ params: { scanId } }, { signal }),
  })
  const { data } = query
  const status = data?.status
  const isOpen = data !== undefined && (!isOver(data.status) || (data.artifacts.length === 0 && status !== 'CANCELLED'))
  const [follows, setFollows] = useState(false)
  useEffect(() => {
    if (isOpen) setFollows(true)
  }, [isOpen, status])
  useEffect(() => {
    if (!follows) return undefined
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const key = ['appsec', 'scan', scanId]
    const follow = async (): Promise<void> => {
      try {
        const answer = await appsec.scanEvents({ params: { scanId } }, { signal: ending.signal })
        setIsLive(true)
        for await (const { event, data: text } of eventsOf(answer)) {
          const state = JSON.parse(text) as Partial<Scan>
          queries.setQueryData<Scan>(key, (before) => before && { ...before, ...state })
          if (event === 'end') {
            // What only the record has: reasons, times, artifacts. Lists have changed with it.
            await queries.invalidateQueries({ queryKey: ['appsec'] })
            const now = queries.getQueryData<Scan>(key)
            if (now === undefined || isOver(now.status)) return setFollows(false)
            // Somebody has resumed it meanwhile.
            return await follow()
          }
        }
        throw new Error(messages.liveScan.theEventStreamEnded)
      } catch (error) {
        if (ending.signal.aborted) return
        setIsLive(false)
        const isRefused = error instanceof GatehouseError && error.status < 500 && error.status !== 429
        if (isRefused) {
          setFollows(false)
          await queries.invalidateQueries({ queryKey: key })
        } else timer = setTimeout(() => void follow(), AGAIN_MS)
      }
    }
    void follow()
    return () => {
      ending.abort()
      clearTimeout(timer)
      setIsLive(false)
    }
  }, [follows, queries, scanId])
  return { ...query, isLive: isLive && follows }
}
