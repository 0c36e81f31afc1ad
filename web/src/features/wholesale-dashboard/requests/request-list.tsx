import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { LongList } from '../../../ui/layout/long-list.tsx'
import opening from '../../../ui/layout/opening-list.module.css'
import { RequestCard } from './request-card.tsx'
import { RequestSummary } from './request-row.tsx'

interface RequestListProps {
  /** At least one. */
  requests: readonly SupplierRequest[]
  isWide: boolean
}

/**
 * A list that opens: on a phone the opened request takes its row's place, on a wide screen it is beside the list. Which
 * one is open is in the address. On a wide screen the request that takes the place of the opened one opens next.
 */
export function RequestList({ requests, isWide }: RequestListProps) {
  const [search, setSearch] = useSearchParams()
  const opened = search.get('request')
  const index = requests.findIndex(({ ulid }) => ulid === opened)
  const [last, setLast] = useState(Math.max(index, 0))
  const place = Math.min(index < 0 ? last : index, requests.length - 1)
  const current = index < 0 && !isWide ? undefined : requests[place]
  const keptFocus = useFocusRestore(`li:nth-child(${place + 1}) [data-row]`)

  // The link that led here is gone, so the focus goes to the request that it opened.
  const hasArrived = useRef(false)
  const { ref: list } = keptFocus
  useEffect(() => {
    if (hasArrived.current) return
    hasArrived.current = true
    if (opened === null || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>('[data-open] [data-row], [data-row][aria-current]')?.focus()
  }, [opened, list])

  const toggle = ({ ulid }: SupplierRequest) => {
    setLast(requests.findIndex((one) => one.ulid === ulid))
    const next = new URLSearchParams(search)
    if (!isWide && ulid === current?.ulid) next.delete('request')
    else next.set('request', ulid)
    setSearch(next, { replace: true })
  }
  return (
    <div {...keptFocus} className={opening.queue}>
      <div>
        <LongList items={requests} isWhole className={opening.list}>
          {(request) => {
            const isOpen = request.ulid === current?.ulid
            return (
              <li key={request.ulid} data-open={(isOpen && !isWide) || undefined}>
                {isOpen && !isWide ? (
                  <RequestCard request={request} onClose={() => toggle(request)} />
                ) : (
                  <button
                    type="button"
                    data-row=""
                    className={opening.row}
                    aria-expanded={isWide ? undefined : false}
                    aria-current={isOpen || undefined}
                    onClick={() => toggle(request)}
                  >
                    <RequestSummary request={request} />
                  </button>
                )}
              </li>
            )
          }}
        </LongList>
      </div>
      {isWide && current && (
        <div className={opening.detail}>
          <RequestCard key={current.ulid} request={current} />
        </div>
      )}
    </div>
  )
}
