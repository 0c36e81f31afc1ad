import type { Company } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { useLive } from '../use-live.ts'

/** How people reach the company; undefined until the catalogue has brought it to this device. */
const companyData: LiveQuery<Company | undefined> = {
  key: 'catalogue/company',
  watches: ['company'],
  read: ({ catalogue }) => catalogue.company(),
}

export function useCompany(): Company | undefined {
  const company = useLive(companyData)
  return company.status === 'ready' ? company.data : undefined
}
